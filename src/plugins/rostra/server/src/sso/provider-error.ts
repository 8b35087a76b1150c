import { type Reason, SignInRefusal } from './refusal';

/** An error of the OpenID library or of a layer below it. */
interface ProviderError {
  name?: string;
  code?: string;
  message?: string;
  /** The provider's OAuth 2 error code. */
  error?: string;
  error_description?: string;
  status?: number;
  cause?: unknown;
}

/** OAuth 2 error codes for a refusal by the provider or the person. */
const DENIALS = ['access_denied', 'consent_required', 'interaction_required', 'login_required'];
const OUTAGES = ['server_error', 'temporarily_unavailable'];
/** For the most frequent mistake in the settings. */
const HINT = 'the provider does not accept OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: ';
const TIMEOUTS = ['TimeoutError', 'AbortError', 'OAUTH_TIMEOUT'];

/** Turns an error of the provider, or of the connection to it, into a refusal. */
export function fromProvider(thrown: unknown): SignInRefusal {
  if (thrown instanceof SignInRefusal) return thrown;
  const chain = [...causesOf(thrown)];
  const hint = chain.some(({ status, error }) => status === 401 || error === 'invalid_client') ? HINT : '';
  return new SignInRefusal(reasonOf(chain), `${hint}${chain.map(describeError).join(' < ')}`);
}

function reasonOf(chain: ProviderError[]): Reason {
  const has = (test: (error: ProviderError) => boolean) => chain.some(test);
  if (has(({ error }) => error !== undefined && DENIALS.includes(error))) return 'DENIED';
  if (has(({ error }) => error === 'invalid_grant')) return 'EXPIRED';
  if (has(({ code }) => code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')) return 'CLOCKS_DIFFER';
  if (has(isOutage)) return 'PROVIDER_DOWN';
  return 'PROVIDER_FAULT';
}

/** Without a connection, `fetch` throws a `TypeError` with the network's error as its cause. */
const isOutage = ({ name, code, error, status, message }: ProviderError): boolean =>
  (error !== undefined && OUTAGES.includes(error)) ||
  TIMEOUTS.includes(name ?? '') ||
  TIMEOUTS.includes(code ?? '') ||
  (name === 'TypeError' && message === 'fetch failed') ||
  (status !== undefined && status >= 500);

function* causesOf(thrown: unknown): Iterable<ProviderError> {
  for (let [error, depth] = [thrown, 0]; error instanceof Error || error instanceof Response; depth += 1) {
    if (depth > 4) return;
    yield error as ProviderError;
    error = (error as ProviderError).cause;
  }
}

/** Describes an error for the log. Messages may quote what was sent, so they are shortened and sanitized. */
function describeError({ name, code, error, error_description, status, message }: ProviderError): string {
  const texts = [name, code, status, error, error_description ?? message];
  return texts
    .filter((text) => text !== undefined)
    .map((text) => sanitize(String(text)))
    .join(' ');
}

const sanitize = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]/g, '?')
    // Tokens and codes are long and contain no spaces.
    .replaceAll(/\S{40,}/g, '…')
    .slice(0, 200);
