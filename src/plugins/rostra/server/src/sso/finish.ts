import type { Context } from 'koa';
import { beginPanelSession } from '../../../../../strapi/panel-session';
import { app } from '../store/strapi';
import { PATHS } from './addresses';
import { apiAccount } from './api-account';
import { parameter } from './begin';
import type { SsoDoor } from './door';
import { dropFlow, FLOW_SECONDS, type Flow, flowOf } from './flow';
import { identityIn } from './identity';
import { isFirstUse, makeCode } from './once';
import { WELCOME_POLICY, welcomePage } from './page';
import { panelAccount } from './panel-account';
import { claimsOf } from './provider';
import { Refusal } from './refusal';

/** `GET /sso/callback`: somebody comes back from the provider. */
export async function finishSignIn(ctx: Context, { options, publicUrl }: SsoDoor): Promise<void> {
  const state = parameter(ctx, 'state') ?? '';
  const flow = flowOf(ctx, state);
  if (!flow) throw new Refusal('EXPIRED', 'no sign-in was begun with this state in this browser');
  // What is refused below leads back to the same start.
  ctx.state.sso = againAt(flow);
  dropFlow(ctx, state);
  if (!(await isFirstUse(state, FLOW_SECONDS))) throw new Refusal('EXPIRED', 'the state was used before');
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

/** Where somebody begins again; a console has a challenge of its own for each time. */
const againAt = ({ target, to }: Flow): string => (target === 'panel' ? PATHS.panel : to);
