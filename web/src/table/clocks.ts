/** Milliseconds as people read a clock: 1:05, 0:09.4 near the end, 2:00:00 for long games. */
export function clockText(milliseconds: number): string {
  const left = Math.max(milliseconds, 0);
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = left < 10_000 ? `.${Math.floor((left % 1000) / 100)}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}
