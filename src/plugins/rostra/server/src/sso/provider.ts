import { type Claims, claimAt, flagOf, mergeClaims } from './claims';
import type { Flow } from './flow';
import type { SsoOptions } from './options';
import { fromProvider } from './provider-error';

/** The library is an ES module. */
const load = () => import('openid-client');

type Client = Awaited<ReturnType<typeof load>>;
type ProviderConfiguration = Awaited<ReturnType<Client['discovery']>>;

/** How long the provider may take to answer, in seconds. */
const TIMEOUT_SECONDS = 8;
/** How long its metadata is cached, in milliseconds. */
const CACHE_MS = 3_600_000;

let cache: { provider: Promise<{ client: Client; configuration: ProviderConfiguration }>; endsAt: number } | undefined;

/** The provider's address for a sign-in. Errors: SignInRefusal if the provider does not answer. */
export async function authorizationAddress(
  options: SsoOptions,
  { state, nonce, verifier }: Pick<Flow, 'state' | 'nonce' | 'verifier'>,
  callback: string,
): Promise<string> {
  return withRefusals(async () => {
    const { client, configuration } = await providerOf(options);
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: options.scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return address.href;
  });
}

/**
 * Verifies the provider's answer (state, issuer, signature, audience, nonce, times), exchanges its code and returns the claims.
 * `address` is the callback with its query. Errors: SignInRefusal.
 */
export async function claimsOf(options: SsoOptions, flow: Flow, address: string): Promise<Claims & { sub: string }> {
  return withRefusals(async () => {
    const { client, configuration } = await providerOf(options);
    const tokens = await client.authorizationCodeGrant(configuration, new URL(address), {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    const isVerifiable = flagOf(claims.email_verified) !== undefined;
    const isComplete = claims.email !== undefined && isVerifiable && claimAt(claims, options.roleClaim) !== undefined;
    if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return { ...claims };
    // The library compares the subjects of both.
    return mergeClaims(claims, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
  });
}

async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fromProvider(error);
  }
}

/** The provider's metadata, fetched at the first sign-in: the service starts without the provider. Cached unless it fails. */
function providerOf(options: SsoOptions) {
  if (!cache || Date.now() >= cache.endsAt) {
    const provider = discover(options);
    const entry = { provider, endsAt: Date.now() + CACHE_MS };
    cache = entry;
    provider.catch(() => {
      if (cache === entry) cache = undefined;
    });
  }
  return cache.provider;
}

async function discover({ issuer, clientId, clientSecret }: SsoOptions) {
  const client = await load();
  const { ClientSecretBasic, ClientSecretPost, None } = client;
  const [basic, inBody, none] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret), None()];
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    (server, ...rest) => {
      // The default of OpenID Connect.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = !clientSecret ? none : methods.includes('client_secret_basic') ? basic : inBody;
      return authenticate(server, ...rest);
    },
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        client.enableNonRepudiationChecks,
        // The settings allow it only on this machine and outside production.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  return { client, configuration };
}
