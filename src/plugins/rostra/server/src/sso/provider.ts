import { type Claims, claimAt } from './claims';
import type { Flow } from './flow';
import type { SsoOptions } from './options';
import { fromProvider } from './provider-error';

/** The library is an ES module. */
const load = () => import('openid-client');

type Client = Awaited<ReturnType<typeof load>>;
type Configuration = Awaited<ReturnType<Client['discovery']>>;

/** How long the provider may take for an answer, in seconds. */
const PATIENCE_SECONDS = 8;
/** How long what it says about itself is remembered, in milliseconds. */
const REMEMBERED_MS = 3_600_000;

let known: { provider: Promise<{ client: Client; configuration: Configuration }>; endsAt: number } | undefined;

/** Where to send somebody who signs in. Errors: Refusal when the provider does not answer. */
export async function authorizationAddress(
  options: SsoOptions,
  { state, nonce, verifier }: Pick<Flow, 'state' | 'nonce' | 'verifier'>,
  callback: string,
): Promise<string> {
  return asked(async () => {
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
 * What the provider says about who comes back from it: its answer is verified (state, issuer, signature, audience, nonce,
 * times), and exchanged. `address` is the callback with the query that it was called with. Errors: Refusal.
 */
export async function claimsOf(options: SsoOptions, flow: Flow, address: string): Promise<Claims & { sub: string }> {
  return asked(async () => {
    const { client, configuration } = await providerOf(options);
    const tokens = await client.authorizationCodeGrant(configuration, new URL(address), {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider has sent no ID token');
    const isComplete = claims.email !== undefined && claimAt(claims, options.roleClaim) !== undefined;
    if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return { ...claims };
    return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
  });
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fromProvider(error);
  }
}

/** The provider as it describes itself: asked when somebody signs in first, so that the service starts without it. */
function providerOf(options: SsoOptions) {
  if (!known || Date.now() >= known.endsAt) {
    const provider = discover(options);
    const asking = { provider, endsAt: Date.now() + REMEMBERED_MS };
    known = asking;
    provider.catch(() => {
      if (known === asking) known = undefined;
    });
  }
  return known.provider;
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
      // What a provider that says nothing takes.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = !clientSecret ? none : methods.includes('client_secret_basic') ? basic : inBody;
      return authenticate(server, ...rest);
    },
    {
      timeout: PATIENCE_SECONDS,
      execute: [
        client.enableNonRepudiationChecks,
        // The settings allow it on this machine only, and not in production.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  return { client, configuration };
}
