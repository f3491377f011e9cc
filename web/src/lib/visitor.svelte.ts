// Who is looking at the page, to the house.
import type { Me } from "../types";
import * as house from "./house";

class Visitor {
  user = $state("");
  name = $state("");

  constructor() {
    house.me().then(
      (me) => this.#become(me),
      () => undefined, // the page says elsewhere that the house can't be reached
    );
  }

  async rename(name: string): Promise<void> {
    this.#become(await house.rename(name));
  }

  #become(me: Me): void {
    this.user = me.user;
    this.name = me.name;
  }
}

export const visitor = new Visitor();
