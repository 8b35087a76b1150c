import type { Json } from './json';

/** A day in milliseconds. */
export const DAY = 86_400_000;

/**
 * The day that a point in time is meant as, counted from 1970. Dates are kept as midnight of some zone, of which the data
 * does not tell the name: the nearest midnight of UTC is the same day for every zone but those of the Pacific.
 */
export const dayOf = (ms: number): number => Math.round(ms / DAY);

/** How far Taiwan is ahead of UTC. */
const TAIWAN_OFFSET = 8 * 3_600_000;

/** Whether a point in time has no time of day of its own: it is midnight of UTC, as imports write a day, or of Taiwan. */
export const isDay = (ms: number): boolean => ms % DAY === 0 || (ms + TAIWAN_OFFSET) % DAY === 0;

/** A point in time as the day it is meant as: `2016-02-01`. */
export const dayText = (ms: number): string => new Date(dayOf(ms) * DAY).toISOString().slice(0, 10);

/** Whether a point in time lies before the day that `start` begins, both as a moment and as a day. */
export const isBefore = (ms: number, start: number): boolean => ms < start && dayOf(ms) < dayOf(start);

/**
 * Whether a point in time lies after the day that `end` begins, both as a moment and as a day: a vote late in the evening
 * of the last day does not, whatever the zone.
 */
export const isAfter = (ms: number, end: number): boolean => ms >= end + DAY && dayOf(ms) > dayOf(end);

/** How many days lie between two points in time. */
export const daysBetween = (a: number, b: number): number => Math.abs(dayOf(a) - dayOf(b));

/** A number of days in words: `1 day`. */
export const daysText = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** The milliseconds of a canonical timestamp of either kind. */
export function msOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : null;
}
