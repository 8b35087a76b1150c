import { visible } from './visible';

/** A point in time in UTC, in epoch ms or as ISO text: `2026-03-02 02:00:00`; `?` if it is none. */
export const timeText = (at: number | string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '?' : time.toISOString().slice(0, 19).replace('T', ' ');
};

/** A point in time in UTC to the minute: `2026-03-02 02:00`. */
export const minuteText = (at: number | string): string => timeText(at).slice(0, 16);

/** Who made a change, on one line: a name, or what is known instead. */
export const actorText = ({ name, kind }: { name?: unknown; kind?: unknown }, unknown = 'nobody known'): string =>
  visible(String(name ?? kind ?? unknown));
