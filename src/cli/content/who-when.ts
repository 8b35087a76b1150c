import type { EditFacts } from '../../plugins/rostra/server/src/store/history/counted-changes';
import { visible } from './visible';

/** A point in time in UTC, in epoch ms or as ISO text: `2026-03-02 02:00:00`; `?` if it is none. */
export const timeText = (at: number | string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '?' : time.toISOString().slice(0, 19).replace('T', ' ');
};

/** A point in time in UTC to the minute: `2026-03-02 02:00`. */
export const minuteText = (at: number | string): string => timeText(at).slice(0, 16);

/** Who made a change: `林編輯, 2026-03-02 02:00 UTC`, and of an import what it was: `, import 12, source lis`. */
export function whoText({ actor, at, import: imported }: EditFacts, unknown?: string): string {
  const batch = imported
    ? `, import ${imported.batch}, ${imported.source ? `source ${imported.source}` : 'without source'}`
    : '';
  return `${actorText(actor, unknown)}, ${minuteText(at)} UTC${batch}`;
}

/** Who made a change, on one line: a name, or what is known instead. */
export const actorText = ({ name, kind }: { name?: unknown; kind?: unknown }, unknown = 'nobody known'): string =>
  visible(String(name ?? kind ?? unknown));
