// What people set for this browser. Everything here is remembered.

type Theme = "" | "light" | "dark"; // "" follows the system

function remembered(name: string, usual: string): string {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    return usual; // a browser that keeps nothing
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then it holds for this visit
  }
}

class Settings {
  #theme = $state(remembered("theme", "") as Theme);
  #sound = $state(remembered("sound", "on") === "on");
  #confirm = $state(remembered("confirm", "off") === "on");
  #level = $state(remembered("level", "scribe"));

  constructor() {
    document.documentElement.dataset.theme = this.#theme;
  }

  get theme() {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    document.documentElement.dataset.theme = theme;
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
