// What people set for this browser. Everything here is remembered.

import { remember, remembered } from "./memory";

type Theme = "" | "light" | "dark"; // "" follows the system

// The page, and the browser's own bar around it.
function wear(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const look = bar.dataset.look;
    bar.media = theme ? (theme === look ? "all" : "not all") : `(prefers-color-scheme: ${look})`;
  }
}

class Settings {
  #theme = $state(remembered("theme", "") as Theme);
  #sound = $state(remembered("sound", "on") === "on");
  #confirm = $state(remembered("confirm", "off") === "on");
  #level = $state(remembered("level", "scribe"));

  constructor() {
    wear(this.#theme);
  }

  get theme() {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    wear(theme);
    remember("theme", theme);
  }
  get sound() {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    remember("sound", on ? "on" : "off");
  }
  /** Whether every action is asked about once more before it is sent. */
  get confirm() {
    return this.#confirm;
  }
  set confirm(on: boolean) {
    this.#confirm = on;
    remember("confirm", on ? "on" : "off");
  }
  /** The bot that one plays against by one click. */
  get level() {
    return this.#level;
  }
  set level(level: string) {
    this.#level = level;
    remember("level", level);
  }
}

export const settings = new Settings();
