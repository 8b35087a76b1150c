import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { type Flow, saveFlow } from './flow';
import type { SsoSettings } from './middleware';
import { authorizationAddress } from './provider';
import { SignInRefusal } from './refusal';
import { PATHS, panelPathOf, returnUrl } from './urls';

/** A SHA-256 value in base64url, PKCE's `S256`. */
const CHALLENGE = /^[\w-]{43}$/;

/** `GET /sso/panel?to=/content-manager`: redirects to the provider, for a sign-in to the panel. */
export async function beginForPanel(ctx: Context, settings: SsoSettings): Promise<void> {
  if (settings.options.panelRoles.length === 0) throw new SignInRefusal('NOT_OFFERED');
  await begin(ctx, settings, { target: 'panel', to: panelPathOf(queryParameter(ctx, 'to'), settings.panelPath) });
}

/** `GET /sso/api?return_to=…&code_challenge=…`: redirects to the provider, for a sign-in to a console. */
export async function beginForApi(ctx: Context, settings: SsoSettings): Promise<void> {
  if (settings.options.apiRoles.length === 0) throw new SignInRefusal('NOT_OFFERED');
  const returnTo = returnUrl(queryParameter(ctx, 'return_to'), settings.options);
  const challenge = queryParameter(ctx, 'code_challenge') ?? '';
  const method = queryParameter(ctx, 'code_challenge_method') ?? 'S256';
  if (!returnTo || !CHALLENGE.test(challenge) || method !== 'S256') throw new SignInRefusal('INVALID_START');
  await begin(ctx, settings, { target: 'api', to: returnTo, challenge });
}

async function begin(
  ctx: Context,
  { options, publicUrl }: SsoSettings,
  destination: Pick<Flow, 'target' | 'to' | 'challenge'>,
): Promise<void> {
  // The provider returns to the public address, and the cookie must come along: begin there. Redirect only once, because a proxy
  // may pass on another host than the client asked for.
  const home = new URL(publicUrl);
  if (ctx.host !== home.host && queryParameter(ctx, 'moved') === undefined) {
    const moved = new URL(`${publicUrl}${ctx.path}${ctx.search}`);
    moved.searchParams.set('moved', '');
    return ctx.redirect(moved.href);
  }
  const [state = '', nonce = '', verifier = ''] = Array.from({ length: 3 }, () =>
    randomBytes(32).toString('base64url'),
  );
  const address = await authorizationAddress(options, { state, nonce, verifier }, `${publicUrl}${PATHS.callback}`);
  saveFlow(ctx, { ...destination, state, nonce, verifier });
  ctx.redirect(address);
}

/** The value of a query parameter; undefined if it is absent or repeated. */
export function queryParameter(ctx: Context, name: string): string | undefined {
  const values = new URLSearchParams(ctx.querystring).getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
