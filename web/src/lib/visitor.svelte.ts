// Who is looking at the page, to the server.
import type { Me } from "../types";
import * as api from "./api";

class Visitor {
  user = $state("");
  name = $state("");
  isAccount = $state(false);

  constructor() {
    api.me().then(
      (me) => this.#become(me),
      () => undefined, // the page says elsewhere that the server can't be reached
    );
  }

  async rename(name: string): Promise<void> {
    this.#become(await api.rename(name));
  }

  #become(me: Me): void {
    this.user = me.user;
    this.name = me.name;
    this.isAccount = me.is_account;
  }
}

export const visitor = new Visitor();
