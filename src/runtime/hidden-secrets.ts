import { format, type Logform } from 'winston';

const HIDDEN = '…';

/** A named value of a query or form. Bounded, and without two parts that could match the same: a line may be hostile. */
const NAMED = /([?&])([^\s=&"?]{1,200})=([^\s&"']+)/g;
const SECRET_NAME = /token|code|secret|password|confirmation|jwt|key/i;
/** A value that is long and has nothing of a sentence: it may be a secret, whatever its name. */
const LONG_VALUE = /^[\w%.~-]{32,}$/;

/** How other secrets look in a line of the log, with what is kept of each. */
const PATTERNS: [RegExp, string][] = [
  [
    /("?\b(?:password|currentPassword|passwordConfirmation|refreshToken|resetPasswordToken|token|jwt|code)\\?"?\s*[:=]\s*)(\\?["']).*?\2/gi,
    `$1$2${HIDDEN}$2`,
  ],
  [/(confirm_verification\/)[^\s?"]+/gi, `$1${HIDDEN}`],
  [/(\bBearer\s+)[^\s"']+/gi, `$1${HIDDEN}`],
  // A JWT, a hash of a password, a token in hexadecimal digits, whatever stands around them.
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, HIDDEN],
  [/\$2[aby]\$\d\d\$[./\w]{53}/g, HIDDEN],
  [/\b[0-9a-f]{40,}\b/gi, HIDDEN],
  // The parser of JSON quotes what it could not read.
  [/, .{0,300}? is not valid JSON/g, `, ${HIDDEN} is not valid JSON`],
];

/** A text without passwords, tokens and codes. */
export const withoutSecrets = (text: string): string =>
  PATTERNS.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), text.replace(NAMED, withoutValue));

const withoutValue = (whole: string, sign: string, name: string, value: string): string =>
  SECRET_NAME.test(name) || LONG_VALUE.test(value) ? `${sign}${name}=${HIDDEN}` : whole;

/** Where winston keeps a line that is finished. */
const FINISHED = Symbol.for('message');

/** The last step of a log's format: no line holds a secret, whoever wrote it, at any level. */
export const hideSecrets = format((line: Logform.TransformableInfo & { [FINISHED]?: unknown }) => {
  if (typeof line[FINISHED] === 'string') line[FINISHED] = withoutSecrets(line[FINISHED]);
  return line;
});
