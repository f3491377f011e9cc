// How the game stands: who has how many of the cards that anybody has. Those in the pile are nobody's.
import type { EgyptianWar } from "../../types";
import type { Standing } from "..";
import { texts } from "./texts";

export const standing: Standing = {
  title: texts.shareOfCards,
  shares(view: EgyptianWar.View): number[] {
    const held = view.seats.reduce((sum, seat) => sum + seat.cards, 0);
    return view.seats.map((seat) => (held ? seat.cards / held : 1 / view.seats.length));
  },
};
