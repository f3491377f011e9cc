import type { Component } from "svelte";

const found = import.meta.glob<Component>("./*/Picture.svelte", { eager: true, import: "default" });

/** The games' pictures by their names. */
export const pictures: Record<string, Component> = Object.fromEntries(
  Object.entries(found).map(([path, picture]) => [path.split("/")[1]!, picture]),
);
