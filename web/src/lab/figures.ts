// Figures in words, and where they lie in a picture of 100 by 1.
import type { LabFigure } from "../types";
import { texts } from "./texts";

const FORMATS: Record<string, Intl.NumberFormat> = {
  share: new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  points: new Intl.NumberFormat("en", { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 }),
};
const PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A number of this unit; shares and points are counted in hundredths. */
export function amount(value: number | null, unit: string): string {
  if (value === null) return texts.unknown;
  const written = (FORMATS[unit] ?? PLAIN).format(unit === "points" ? 100 * value : value);
  return unit === "points" ? texts.points(written) : written;
}

export function between({ low, high, unit }: LabFigure): string {
  const plain =
    unit === "points" ? (value: number) => FORMATS.points!.format(100 * value) : (value: number) => amount(value, unit);
  return low === null || high === null ? texts.unknown : texts.interval(plain(low), plain(high));
}

/** From where to where a picture of these figures goes. It hardly moves while they settle, so that intervals are seen to shrink. */
export function range(figures: LabFigure[]): [number, number] {
  const unit = figures[0]?.unit;
  if (unit === "share") return [0, 1];
  const values = figures.map(({ value }) => Math.abs(value ?? 0));
  if (unit === "points") return [-Math.max(0.1, ...values) * 1.25, Math.max(0.1, ...values) * 1.25];
  return [0, Math.max(1, ...values) * 1.25];
}

/** Where a number lies in it, in hundredths of its width; nothing lies outside. */
export function place(value: number, [from, to]: [number, number]): number {
  return Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)));
}

export const isKnown = (figure: LabFigure | undefined): figure is LabFigure & { value: number; low: number; high: number } =>
  figure !== undefined && figure.value !== null && figure.low !== null && figure.high !== null;
