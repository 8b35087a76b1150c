import type { Context } from 'koa';
import { isObject } from '../../../../../common/json';
import { app } from '../store/strapi';
import type { Target } from './options';
import { seal, unseal } from './seal';

/** The state of a sign-in, which the browser keeps from its start to the provider's answer. */
export interface Flow {
  target: Target;
  state: string;
  nonce: string;
  /** The PKCE verifier between this service and the provider. */
  verifier: string;
  /** The address to go to in the end. */
  to: string;
  /** The console's challenge: its verifier is needed to exchange the code. */
  challenge?: string;
  endsAt: number;
}

/** How long a person may take at the provider, in seconds. */
export const FLOW_SECONDS = 600;

/** Saves a flow in the browser. Each has its own cookie, so that several tabs can sign in at the same time. */
export function saveFlow(ctx: Context, flow: Omit<Flow, 'endsAt'>): void {
  const complete: Flow = { ...flow, endsAt: Date.now() + FLOW_SECONDS * 1000 };
  ctx.cookies.set(cookieOf(flow.state), seal(complete, secrets()), { ...cookie(ctx), maxAge: FLOW_SECONDS * 1000 });
}

/** The flow that this browser began with a state; undefined if there is none or it has expired. */
export function flowOf(ctx: Context, state: string): Flow | undefined {
  const flow = unseal(ctx.cookies.get(cookieOf(state), { signed: false }) ?? '', secrets());
  return isFlow(flow) && flow.state === state && Date.now() < flow.endsAt ? flow : undefined;
}

/** Removes a flow from the browser. */
export const dropFlow = (ctx: Context, state: string): void => {
  ctx.cookies.set(cookieOf(state), null, cookie(ctx));
};

/** `lax`, because the provider's answer is a link from its site, on which browsers send no `strict` cookies. */
const cookie = (ctx: Context) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/sso',
  secure: ctx.secure,
  // The value is sealed already.
  signed: false,
  overwrite: true,
});

/** The name of a flow's cookie. Anybody can make up a state, so only harmless characters are used. */
const cookieOf = (state: string): string => `rostra_sso_${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}`;

const secrets = (): string[] => app().config.get('server.app.keys', []);

const isFlow = (value: unknown): value is Flow => isObject(value) && typeof value.endsAt === 'number';
