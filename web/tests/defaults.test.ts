import { expect, test } from "vitest";
import { defaultsOf } from "../src/pages/defaults";
import type { GameInfo, OptionInfo } from "../src/types";

const option = (name: string, more: Partial<OptionInfo>): OptionInfo => ({
  name,
  title: name,
  explanation: "",
  choices: [],
  default: "round",
  default_between_people: null,
  default_with: [],
  ruling: "",
  scope: "rules",
  pattern: "",
  ...more,
});

const game = {
  options: [
    option("scoring", { default: "basic" }),
    option("match", { default_with: [{ option: "scoring", value: "advanced", default: 7 }] }),
    option("starter", { default: "random", default_between_people: "tut_tut" }),
    option("wheel", { default: true, default_between_people: false }),
  ],
} as GameInfo;

test("against a bot every option has its own default", () => {
  const seats = [{ who: "me" as const }, { who: "bot" as const, level: "farmer" }];
  expect(defaultsOf(game, {}, seats)).toEqual({ scoring: "basic", match: "round", starter: "random", wheel: true });
});

test("between people another default may hold, also when it is false", () => {
  const seats = [{ who: "me" as const }, { who: "anybody" as const }];
  expect(defaultsOf(game, {}, seats)).toMatchObject({ starter: "tut_tut", wheel: false });
});

test("a default follows another option", () => {
  expect(defaultsOf(game, { scoring: "advanced" }, [])["match"]).toBe(7);
  expect(defaultsOf(game, { scoring: "basic" }, [])["match"]).toBe("round");
});
