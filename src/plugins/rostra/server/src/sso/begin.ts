import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { PATHS, panelAddress, returnAddress } from './addresses';
import type { SsoDoor } from './door';
import { keepFlow } from './flow';
import { authorizationAddress } from './provider';
import { Refusal } from './refusal';

/** A SHA-256 value in base64url: what PKCE calls `S256`. */
const CHALLENGE = /^[\w-]{43}$/;

/** `GET /sso/panel?to=/content-manager`: sends somebody to the provider, to come back to the panel. */
export async function beginForPanel(ctx: Context, door: SsoDoor): Promise<void> {
  if (door.options.panelRoles.length === 0) throw new Refusal('NOT_OFFERED');
  await begin(ctx, door, { target: 'panel', to: panelAddress(parameter(ctx, 'to'), door.panelPath) });
}

/** `GET /sso/api?return_to=…&code_challenge=…`: sends somebody to the provider, to come back to a console with a code. */
export async function beginForApi(ctx: Context, door: SsoDoor): Promise<void> {
  if (door.options.apiRoles.length === 0) throw new Refusal('NOT_OFFERED');
  const to = returnAddress(parameter(ctx, 'return_to'), door.options);
  const challenge = parameter(ctx, 'code_challenge') ?? '';
  const method = parameter(ctx, 'code_challenge_method') ?? 'S256';
  if (!to || !CHALLENGE.test(challenge) || method !== 'S256') throw new Refusal('INVALID_START');
  await begin(ctx, door, { target: 'api', to, challenge });
}

async function begin(
  ctx: Context,
  { options, publicUrl }: SsoDoor,
  way: { target: 'panel' | 'api'; to: string; challenge?: string },
): Promise<void> {
  // The cookie must come back with the provider's answer: both belong to the public address. Once only, since a proxy may
  // tell us another host than it was asked for.
  const home = new URL(publicUrl);
  if (ctx.host !== home.host && parameter(ctx, 'moved') === undefined) {
    const moved = new URL(`${publicUrl}${ctx.path}${ctx.search}`);
    moved.searchParams.set('moved', '');
    return ctx.redirect(moved.href);
  }
  const [state = '', nonce = '', verifier = ''] = Array.from({ length: 3 }, () =>
    randomBytes(32).toString('base64url'),
  );
  const address = await authorizationAddress(options, { state, nonce, verifier }, `${publicUrl}${PATHS.callback}`);
  keepFlow(ctx, { ...way, state, nonce, verifier });
  ctx.redirect(address);
}

/** A parameter that is given once. */
export function parameter(ctx: Context, name: string): string | undefined {
  const values = new URLSearchParams(ctx.querystring).getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
