import type { Json } from './json';

/** A day in milliseconds. */
export const DAY = 86_400_000;

/**
 * The day that a point in time stands for, counted from 1970. Dates are stored as midnight of an unknown time zone; the nearest
 * midnight in UTC is the same day for every zone except those of the Pacific.
 */
export const dayOf = (ms: number): number => Math.round(ms / DAY);

/** How far Taiwan is ahead of UTC, in milliseconds. */
const TAIWAN_OFFSET = 8 * 3_600_000;

/** Whether a point in time has no time of day: it is midnight in UTC, as imports write days, or in Taiwan. */
export const isDay = (ms: number): boolean => ms % DAY === 0 || (ms + TAIWAN_OFFSET) % DAY === 0;

/** The day that a point in time stands for: `2016-02-01`. */
export const dayText = (ms: number): string => new Date(dayOf(ms) * DAY).toISOString().slice(0, 10);

/** Whether a point in time is before the day that starts at `start`, both as an instant and as a day. */
export const isBefore = (ms: number, start: number): boolean => ms < start && dayOf(ms) < dayOf(start);

/**
 * Whether a point in time is after the day that starts at `end`, both as an instant and as a day. A vote late in the evening of the
 * last day is not, whatever the time zone.
 */
export const isAfter = (ms: number, end: number): boolean => ms >= end + DAY && dayOf(ms) > dayOf(end);

/** The number of days between two points in time. */
export const daysBetween = (a: number, b: number): number => Math.abs(dayOf(a) - dayOf(b));

/** A number of days in words: `1 day`. */
export const daysText = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** The milliseconds of a canonical timestamp of either kind. */
export function msOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : null;
}
