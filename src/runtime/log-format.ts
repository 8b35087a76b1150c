import { format, type Logform } from 'winston';

/** Further fields of a line, in this order. `path` is a template, never the requested path. */
const FIELDS = ['requestId', 'traceId', 'method', 'path', 'status', 'ms', 'principal'] as const;

type Line = Logform.TransformableInfo & Partial<Record<(typeof FIELDS)[number] | 'stack' | 'timestamp', unknown>>;

/** The format of log lines: text for people, or one JSON object per line. */
export const logFormat = (kind: 'text' | 'json'): Logform.Format => (kind === 'json' ? json() : text());

const text = (): Logform.Format =>
  format.combine(format.timestamp({ format: 'YYYY-MM-DD HH:mm:ss.SSS' }), format.colorize(), format.printf(textOf));

const json = (): Logform.Format => format.printf(jsonOf);

/** Errors and warnings name their request. */
function textOf(line: Line): string {
  const { level, timestamp, requestId } = line;
  const request = requestId && /error|warn/.test(level) ? ` (request ${requestId})` : '';
  return `[${timestamp}] ${level}: ${messageOf(line)}${request}`;
}

function jsonOf(line: Line): string {
  const { level, method, path, status } = line;
  // A request's text contains the requested path, which may name people.
  const message = path === undefined ? messageOf(line) : `${method} ${path} ${status}`;
  const fields = FIELDS.map((name) => [name, line[name]]);
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...Object.fromEntries(fields) });
}

const messageOf = (line: Line): string => String(line.stack ?? line.message);
