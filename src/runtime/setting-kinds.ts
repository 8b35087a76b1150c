import proxyAddress from 'proxy-addr';
import { z } from 'zod';

const POSTGRES_SCHEME = /^postgres(ql)?:\/\//;

/** Text without surrounding blanks. */
export const trimmed = z.string().trim();

/** Text in any case. */
export const word = trimmed.toLowerCase();

/** A whole number in digits, within bounds. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  trimmed
    .regex(/^\d+$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `expected a whole number from ${min} to ${max}`);

/** `true`/`false`, also `1`/`0` and `yes`/`no`. */
export const flag = word
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no'], 'expected true or false'))
  .transform((value) => ['true', '1', 'yes'].includes(value));

export const openOrOff = word.pipe(z.enum(['open', 'off'], 'expected open or off'));

/** Comma-separated values. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A size such as `5mb` or `512kb`. */
export const bodyLimit = word.regex(/^[1-9]\d*(b|kb|mb)$/, 'expected a size such as 5mb or 512kb');

export const logLevel = z.enum(
  ['error', 'warn', 'info', 'http', 'debug', 'silly'],
  'expected error, warn, info, http, debug or silly',
);

export const logFormat = z.enum(['text', 'json'], 'expected text or json');

/** The token of a metrics scraper, long enough not to be guessed. */
export const metricsToken = trimmed.regex(
  /^[\w.~+/=-]{16,}$/,
  'expected at least 16 letters, digits or any of -._~+/=',
);

/** The proxies whose `X-Forwarded-…` headers are trusted: their number, or their addresses. */
export const trustedProxies = trimmed
  .transform((value) => (/^\d+$/.test(value) ? Number(value) : value.split(',').map((part) => part.trim())))
  .refine(areProxies, 'expected a number from 1 to 10, or addresses such as 10.0.0.0/8, loopback, uniquelocal');

function areProxies(value: number | string[]): boolean {
  if (typeof value === 'number') return value >= 1 && value <= 10;
  try {
    return typeof proxyAddress.compile(value) === 'function';
  } catch {
    return false;
  }
}

export const postgresUrl = trimmed.refine(
  (value) => POSTGRES_SCHEME.test(value) && URL.canParse(value),
  'expected postgresql://user:password@host:port/name',
);

/** A web address; trailing slashes are removed. */
export const webUrl = trimmed
  .refine(
    (value) => /^https?:\/\//.test(value) && URL.canParse(value),
    'expected a web address such as https://rostra.example.org',
  )
  .transform((value) => value.replace(/\/+$/, ''));

/** A sender: `name@host` or `Name <name@host>`. */
export const mailbox = trimmed.regex(
  /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  'expected a sender such as Rostra <no-reply@example.org>',
);

/** Server options `name=value`, separated by spaces. */
export const postgresOptions = z
  .string()
  .transform((value) => value.trim().split(/\s+/))
  .refine((options) => options.every((option) => /^[a-z_.]+=\S+$/i.test(option)), 'expected name=value pairs');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address of an identity provider, exactly as the provider writes it: over TLS, or on this machine. */
export const issuerUrl = trimmed.refine(
  (value) => URL.canParse(value) && (/^https:/.test(value) || isInsecureLoopback(value)),
  'expected the https address of an identity provider; http only on this machine',
);

/** Whether an address is on this machine and unencrypted. */
export const isInsecureLoopback = (value: string): boolean =>
  URL.canParse(value) && new URL(value).protocol === 'http:' && LOOPBACK.test(new URL(value).hostname);

/** Comma-separated complete web addresses (`https://console.example.org/signed-in`), over TLS or on this machine. */
export const pageUrls = list
  .refine(
    (values) => values.every(isPageUrl),
    'expected complete https addresses without a query, such as https://console.example.org/signed-in, separated by commas',
  )
  .transform((values) => values.map((value) => new URL(value).href));

function isPageUrl(value: string): boolean {
  if (/[?#]/.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return !username && !password && (protocol === 'https:' || isInsecureLoopback(value));
}

/** Comma-separated pairs `value=role`; a value may contain equals signs. */
export const pairs = list
  .refine(
    (parts) => parts.length > 0 && parts.every((part) => /^.+=[^=]+$/.test(part)),
    'expected pairs such as newsroom-editors=editor, separated by commas',
  )
  .transform((parts) =>
    parts.map((part) => {
      const at = part.lastIndexOf('=');
      return { value: part.slice(0, at).trim(), role: part.slice(at + 1).trim() };
    }),
  );
