/** Bytes per segment of PostgreSQL's log, the default of `initdb`. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_OF_A_FILE = 0x1_0000_0000n / SEGMENT_BYTES;

/** Parses a position in PostgreSQL's log, such as `1/2A000028`, into a comparable number. */
export function placeOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The number of the segment that contains a position. */
export const segmentAt = (lsn: string): bigint => placeOf(lsn) / SEGMENT_BYTES;

/** The number of the last segment that a backup needs; its end may be the beginning of the next one. */
export const lastSegmentOf = ({ stopLsn }: { stopLsn: string }): bigint => (placeOf(stopLsn) - 1n) / SEGMENT_BYTES;

/** Parses a segment's file name into timeline and number; undefined for other files of the archive. */
export function segmentOf(file: string): { timeline: number; segment: bigint } | undefined {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.gz)?$/.exec(file) ?? [];
  if (!timeline || !high || !low) return undefined;
  return {
    timeline: Number.parseInt(timeline, 16),
    segment: BigInt(`0x${high}`) * SEGMENTS_OF_A_FILE + BigInt(`0x${low}`),
  };
}

/** PostgreSQL's file name for a segment. */
export const segmentFile = (timeline: number, segment: bigint): string =>
  [BigInt(timeline), segment / SEGMENTS_OF_A_FILE, segment % SEGMENTS_OF_A_FILE]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');

/** PostgreSQL's file name for the history of a timeline. */
export const historyFile = (timeline: number): string =>
  `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;

/** Parses the name of a history, also of one in the archive, into its timeline; undefined for other files. */
export function timelineOfHistory(file: string): number | undefined {
  const [, timeline] = /^([0-9A-F]{8})\.history(?:\.gz)?$/.exec(file) ?? [];
  return timeline === undefined ? undefined : Number.parseInt(timeline, 16);
}

/** An ancestor of a timeline, and the position up to which both are equal. */
export interface Ancestor {
  timeline: number;
  until: string;
}

/** Parses the history of a timeline: its ancestors, the oldest first. */
export function ancestorsIn(history: string): Ancestor[] {
  return history
    .split('\n')
    .map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line))
    .flatMap((found) => (found ? [{ timeline: Number(found[1]), until: found[2] as string }] : []));
}
