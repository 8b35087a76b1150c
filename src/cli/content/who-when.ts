import type { EditFacts } from '../../plugins/rostra/server/src/store/history/counted-changes';
import { visible } from './visible';

/** A point in time in UTC, in epoch ms or as ISO text: `2026-03-02 02:00:00`; `?` if it is none. */
export const timeText = (at: number | string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '?' : time.toISOString().slice(0, 19).replace('T', ' ');
};

/** The exact time of a change, as the options and parameters that take one read it: `2026-03-02T02:00:00.123Z`. */
export const exactText = (at: number | string): string => new Date(at).toISOString();

/** A point in time in UTC to the minute: `2026-03-02 02:00`. */
export const minuteText = (at: number | string): string => timeText(at).slice(0, 16);

/** The words for who made a change. */
export interface WhoWords {
  nobody: string;
  /** What an import was; `source` is empty without one. */
  ofImport(batch: number, source: string): string;
}

const ENGLISH: WhoWords = {
  nobody: 'nobody known',
  ofImport: (batch, source) => `import ${batch}, ${source ? `source ${source}` : 'without source'}`,
};

/** Who made a change: `林編輯, 2026-03-02 02:00 UTC`, and of an import what it was: `, import 12, source lis`. */
export const whoText = ({ actor, at, import: imported }: EditFacts, words = ENGLISH): string =>
  [
    actorText(actor, words.nobody),
    `${minuteText(at)} UTC`,
    ...(imported ? [words.ofImport(imported.batch, imported.source)] : []),
  ].join(', ');

/** Who made a change, on one line: a name, or what is known instead. */
export const actorText = ({ name, kind }: { name?: unknown; kind?: unknown }, unknown = ENGLISH.nobody): string =>
  visible(String(name ?? kind ?? unknown));
