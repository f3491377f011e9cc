// Opening a table, with word of it when it takes long: the first game on a machine is compiled.
import type { NewTable } from "../types";
import * as api from "./api";
import { here } from "./router.svelte";

const LONG = 1200;

export class Opening {
  game = $state(""); // what is being opened
  isSlow = $state(false);
  trouble = $state("");

  /** Open it and go there. */
  async go(wish: NewTable): Promise<void> {
    [this.game, this.trouble] = [wish.game, ""];
    const timer = setTimeout(() => (this.isSlow = true), LONG);
    try {
      here.go(`/t/${(await api.open(wish)).id}`);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
    clearTimeout(timer);
    [this.game, this.isSlow] = ["", false];
  }
}
