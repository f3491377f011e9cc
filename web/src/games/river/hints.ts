import type { River } from "../../types";
import { texts } from "./texts";

/** Where an action begins and where it ends on the board, as selectors. */
export function marks(action: string): string[] {
  const placing = /^(..)-(\d)$/.exec(action);
  if (placing) return [`.held[data-piece="${placing[1]}"]`, `.reach[data-segment="${placing[2]}"]`];
  const claim = /^claim (\d)$/.exec(action);
  return claim ? [`.reach[data-segment="${claim[1]}"]`] : [".pass"];
}

/** What speaks for an action, as far as the view tells it. */
export function reason(action: string, view: River.View): string {
  const makes = view.placings.find(({ text }) => text === action)?.makes;
  if (makes) return texts.reason.makes(makes.name);
  const claim = view.claims.find(({ text }) => text === action);
  if (!claim) return "";
  return texts.reason.claims(claim.segment, claim.at_best?.name ?? null);
}
