import { StartError } from '../start-error';

const FORM = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Parses a moment: `2026-11-21 14:03`, optionally with seconds, milliseconds, and `Z` or an offset; UTC by default.
 * @throws StartError for anything else.
 */
export function readMoment(text: string): Date {
  const [, day, minute, second = ':00', zone = 'Z'] = FORM.exec(text.trim()) ?? [];
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const moment = new Date(`${day}T${minute}${second}${offset}`);
  // JavaScript turns 30 February into 2 March.
  const isReal = day !== undefined && isDay(day);
  if (Number.isNaN(moment.getTime()) || !isReal) {
    throw new StartError(
      `"${text}" is not a valid moment. Write 2026-11-21 14:03 (UTC), 2026-11-21T14:03:05.250Z or 2026-11-21 22:03+08:00.`,
      2,
    );
  }
  return moment;
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
