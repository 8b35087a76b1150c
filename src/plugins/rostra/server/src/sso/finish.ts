import type { Context } from 'koa';
import { beginPanelSession } from '../../../../../strapi/panel-session';
import { app } from '../store/strapi';
import { apiAccount } from './api-account';
import { queryParameter } from './begin';
import { isFirstUse, makeCode } from './codes';
import { dropFlow, FLOW_SECONDS, type Flow, flowOf } from './flow';
import { identityIn } from './identity';
import type { SsoSettings } from './middleware';
import { WELCOME_POLICY, welcomePage } from './page';
import { panelAccount } from './panel-account';
import { claimsOf } from './provider';
import { SignInRefusal } from './refusal';
import { PATHS } from './urls';

/** `GET /sso/callback`: finishes a sign-in when the provider sends the person back. */
export async function finishSignIn(ctx: Context, { options, publicUrl }: SsoSettings): Promise<void> {
  const state = queryParameter(ctx, 'state') ?? '';
  const flow = flowOf(ctx, state);
  if (!flow) throw new SignInRefusal('EXPIRED', 'this browser has begun no sign-in with this state');
  // Refusals below link to the start of this sign-in.
  ctx.state.sso = retryAddress(flow);
  dropFlow(ctx, state);
  if (!(await isFirstUse(state, FLOW_SECONDS))) throw new SignInRefusal('EXPIRED', 'the state has already been used');
  const claims = await claimsOf(options, flow, `${publicUrl}${PATHS.callback}${ctx.search}`);
  const identity = identityIn(claims, options);
  if (flow.target === 'panel') {
    await beginPanelSession(app(), ctx, await panelAccount(identity, options));
    ctx.set('content-security-policy', WELCOME_POLICY);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = welcomePage(flow.to);
    return;
  }
  const code = await makeCode({ account: await apiAccount(identity, options), challenge: flow.challenge ?? '' });
  const to = new URL(flow.to);
  to.searchParams.set('code', code);
  ctx.redirect(to.href);
}

/** The address to begin again; a console makes a new challenge each time. */
const retryAddress = ({ target, to }: Flow): string => (target === 'panel' ? PATHS.panel : to);
