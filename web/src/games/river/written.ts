import type { River } from "../../types";
import { shown } from "./palette";

/** An action as people at this table write it: with the palette's letter where the notation has its own. */
export const written = (action: string, view: River.View): string =>
  action.replace(
    /^(draw )?([KRYGB][123])/,
    (_, draw: string | undefined, piece: string) => (draw ?? "") + shown(piece, view.letters),
  );
