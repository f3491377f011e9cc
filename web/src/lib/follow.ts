/** Something that a view shows: where it is, and what it is. */
export interface Seen {
  at: string;
  kind: string;
}

export type Followed<T extends Seen> = T & { id: number };

let newest = 0;

/**
 * Views name no single piece, so this finds out which one of the view before each of them is: what still lies where it lay, then
 * one of the same kind that lies elsewhere now, then one that fits (a piece that was not known). Others are new. The same id is
 * the same element on the page, so that it travels. In the order of the ids: elements that change places would not travel.
 */
export function follow<T extends Seen>(before: Followed<T>[], now: T[], fits: (was: T, is: T) => boolean): Followed<T>[] {
  const left = new Set(before);
  const found = new Map<T, number>();
  const match = (may: (was: T, is: T) => boolean) => {
    for (const is of now) {
      const was = found.has(is) ? undefined : [...left].find((one) => may(one, is));
      if (!was) continue;
      found.set(is, was.id);
      left.delete(was);
    }
  };
  match((was, is) => was.at === is.at && was.kind === is.kind);
  match((was, is) => was.kind === is.kind);
  match((was, is) => was.at === is.at && fits(was, is));
  match(fits);
  return now.map((is) => ({ ...is, id: found.get(is) ?? ++newest })).sort((a, b) => a.id - b.id);
}
