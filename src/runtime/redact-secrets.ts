import { format, type Logform } from 'winston';

const HIDDEN = '…';

/** A named value in a query or form. Bounded and unambiguous, so that a hostile line cannot cause backtracking. */
const NAMED = /([?&])([^\s=&"?]{1,200})=([^\s&"']+)/g;
const SECRET_NAME = /token|code|secret|password|confirmation|jwt|key/i;
/** A long value without spaces may be a secret under any name. */
const LONG_VALUE = /^[\w%.~-]{32,}$/;

/** Patterns of other secrets in log lines, with the replacement. */
const PATTERNS: [RegExp, string][] = [
  [
    /("?\b(?:password|currentPassword|passwordConfirmation|refreshToken|resetPasswordToken|token|jwt|code)\\?"?\s*[:=]\s*)(\\?["']).*?\2/gi,
    `$1$2${HIDDEN}$2`,
  ],
  [/(confirm_verification\/)[^\s?"]+/gi, `$1${HIDDEN}`],
  [/(\bBearer\s+)[^\s"']+/gi, `$1${HIDDEN}`],
  // A JWT, a password hash, a hexadecimal token, in any context.
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, HIDDEN],
  [/\$2[aby]\$\d\d\$[./\w]{53}/g, HIDDEN],
  [/\b[0-9a-f]{40,}\b/gi, HIDDEN],
  // The JSON parser quotes the text it could not read.
  [/, .{0,300}? is not valid JSON/g, `, ${HIDDEN} is not valid JSON`],
];

/** Replaces passwords, tokens and codes in a text by an ellipsis. */
export const redactSecrets = (text: string): string =>
  PATTERNS.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    text.replace(NAMED, withoutValue),
  );

const withoutValue = (whole: string, sign: string, name: string, value: string): string =>
  SECRET_NAME.test(name) || LONG_VALUE.test(value) ? `${sign}${name}=${HIDDEN}` : whole;

/** The key of a finished line in winston. */
const FINISHED = Symbol.for('message');

/** The last step of a log format: removes secrets from every line, at every level. */
export const redactLog = format((line: Logform.TransformableInfo & { [FINISHED]?: unknown }) => {
  if (typeof line[FINISHED] === 'string') line[FINISHED] = redactSecrets(line[FINISHED]);
  return line;
});
