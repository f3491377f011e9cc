// The games that are still being prepared on the server: asked for again while there are any.
import type { Preparation } from "../types";
import * as api from "./api";

const REFRESH = 1000;

export class Preparing {
  games: Preparation[] = $state.raw([]);

  of(game: string): Preparation | undefined {
    return this.games.find((one) => one.game === game);
  }

  /** Ask now, and then every second until all are ready. Returns how to stop. */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWatching = true;
    const look = async () => {
      this.games = await api.preparation().catch(() => []);
      if (isWatching && this.games.length) timer = setTimeout(look, REFRESH);
    };
    void look();
    return () => {
      isWatching = false;
      clearTimeout(timer);
    };
  }
}
