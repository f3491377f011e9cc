// A survey on its way: the newest figures, until all games are played or somebody has enough.
import * as api from "../lib/api";
import type { SurveyNews } from "../types";
import { asked, type Wish } from "./wish";

export class Survey {
  wish: Wish | null = $state.raw(null);
  news: SurveyNews | null = $state.raw(null);
  ended: SurveyNews["ended"] | "you" = $state("");
  trouble = $state("");
  isOn = $state(false);
  #abort = new AbortController();

  /** Begin anew; what was measured before is over. */
  async start(wish: Wish): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    [this.wish, this.news, this.ended, this.trouble, this.isOn] = [wish, null, "", "", true];
    try {
      await api.me();
      for await (const news of api.lines<SurveyNews>("/lab/survey", asked(wish), signal))
        if (!signal.aborted) [this.news, this.ended] = [news, news.ended];
      if (!signal.aborted && !this.ended) this.ended = "trouble";
    } catch (error) {
      if (!signal.aborted) this.trouble = (error as Error).message;
    }
    if (!signal.aborted) this.isOn = false;
  }

  stop(): void {
    this.#abort.abort();
    if (this.isOn) [this.isOn, this.ended] = [false, "you"];
  }
}
