import type { Context } from 'koa';
import { isObject } from '../../../../../common/json';
import { app } from '../store/strapi';
import type { Target } from './options';
import { seal, unseal } from './seal';

/** What a browser keeps of a sign-in between its start and the provider's answer. */
export interface Flow {
  target: Target;
  state: string;
  nonce: string;
  /** The secret of PKCE between us and the provider. */
  verifier: string;
  /** Where it leads in the end. */
  to: string;
  /** The challenge of a console, whose verifier the code is exchanged with. */
  challenge?: string;
  endsAt: number;
}

/** How long somebody may take at the provider, in seconds. */
export const FLOW_SECONDS = 600;

/** Gives the browser a flow to keep. Each has a cookie of its own, so that several tabs can sign in at a time. */
export function keepFlow(ctx: Context, flow: Omit<Flow, 'endsAt'>): void {
  const kept: Flow = { ...flow, endsAt: Date.now() + FLOW_SECONDS * 1000 };
  ctx.cookies.set(cookieOf(flow.state), seal(kept, secrets()), { ...cookie(ctx), maxAge: FLOW_SECONDS * 1000 });
}

/** The flow that this browser began with a state; undefined when it did not, or too long ago. */
export function flowOf(ctx: Context, state: string): Flow | undefined {
  const flow = unseal(ctx.cookies.get(cookieOf(state), { signed: false }) ?? '', secrets());
  return isFlow(flow) && flow.state === state && Date.now() < flow.endsAt ? flow : undefined;
}

/** Takes a flow from the browser. */
export const dropFlow = (ctx: Context, state: string): void => {
  ctx.cookies.set(cookieOf(state), null, cookie(ctx));
};

/** The provider's answer comes by a link from its site: `strict` cookies would not come with it. */
const cookie = (ctx: Context) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/sso',
  secure: ctx.secure,
  // It is sealed.
  signed: false,
  overwrite: true,
});

/** A state may have been made up by somebody, the name of a cookie must not. */
const cookieOf = (state: string): string => `rostra_sso_${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}`;

const secrets = (): string[] => app().config.get('server.app.keys', []);

const isFlow = (value: unknown): value is Flow => isObject(value) && typeof value.endsAt === 'number';
