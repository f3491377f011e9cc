// Sounds made here, from oscillators and noise: wood, sticks, a small bell. No file is loaded.
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

type Sound = "act" | "chance" | "turn" | "end" | "refused" | "said";

const SOUNDS: Record<Sound, (at: number) => void> = {
  act: (at) => knock(at, 190, 0.5),
  chance: (at) => [0, 0.07, 0.12, 0.2].forEach((after, i) => knock(at + after, 520 + 130 * i, 0.25)),
  turn: (at) => [660, 880].forEach((pitch, i) => bell(at + 0.09 * i, pitch, 0.1)),
  end: (at) => [392, 494, 587, 784].forEach((pitch, i) => bell(at + 0.14 * i, pitch, 0.14)),
  refused: (at) => knock(at, 95, 0.5),
  said: (at) => bell(at, 1180, 0.05),
};

/** Play a sound, if people want to hear any. Before the first click browsers keep silent. */
export function play(sound: Sound): void {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume();
  SOUNDS[sound](context.currentTime);
}

/** A tone that dies away. */
function tone(at: number, type: OscillatorType, pitch: number, loud: number, seconds: number): void {
  const [source, volume] = [context!.createOscillator(), context!.createGain()];
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(context!.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** Wood on wood. */
function knock(at: number, pitch: number, loud: number): void {
  tone(at, "sine", pitch, loud, 0.11);
  tone(at, "triangle", pitch * 2.7, loud / 3, 0.05);
}

function bell(at: number, pitch: number, loud: number): void {
  tone(at, "sine", pitch, loud, 0.7);
  tone(at, "sine", pitch * 2.76, loud / 4, 0.35);
}
