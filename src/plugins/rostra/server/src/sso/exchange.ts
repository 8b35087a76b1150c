import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { sha256 } from '../../../../../common/digest';
import { isObject } from '../../../../../common/json';
import { apiSessions } from '../../../../../strapi/api-sessions';
import { errors, type Fault } from '../errors/errors';
import { readBody } from '../http/body';
import { app } from '../store/strapi';
import type { SsoDoor } from './door';
import { takeCode } from './once';

const USER = 'plugin::users-permissions.user';

/**
 * `POST /sso/api/token {code, code_verifier}`: answers as `POST /api/auth/local` does. The first attempt ends the code,
 * whatever comes of it. Errors: INVALID_INPUT, UNAUTHENTICATED.
 */
export async function exchangeCode(ctx: Context, { bodyLimit }: SsoDoor): Promise<void> {
  const { code, code_verifier: verifier } = textsIn(await readBody(ctx, bodyLimit));
  const waiting = await takeCode(code);
  if (!waiting || !isAnswerTo(waiting.challenge, verifier)) throw errors.unauthenticated();
  const user = await app()
    .db.query(USER)
    .findOne({ where: { id: waiting.account } });
  if (!user || user.blocked) throw errors.unauthenticated();
  const sessions = apiSessions();
  const refresh = await sessions.generateRefreshToken(String(user.id), undefined, { type: 'refresh' });
  const access = await sessions.generateAccessToken(refresh.token);
  if ('error' in access) throw errors.unauthenticated();
  ctx.body = {
    jwt: access.token,
    refreshToken: refresh.token,
    user: await app().contentAPI.sanitize.output(user, app().getModel(USER), {}),
  };
}

const NAMES = ['code', 'code_verifier'] as const;

function textsIn(body: unknown): Record<(typeof NAMES)[number], string> {
  const given = isObject(body) ? body : {};
  const faults = NAMES.flatMap((path): Fault[] => {
    if (given[path] === undefined) return [{ path, code: 'REQUIRED', message: 'is required' }];
    return typeof given[path] === 'string' ? [] : [{ path, code: 'INVALID_TYPE', message: 'must be a text' }];
  });
  if (faults.length > 0) throw errors.invalidInput(faults);
  return given as Record<(typeof NAMES)[number], string>;
}

function isAnswerTo(challenge: string, verifier: string): boolean {
  const given = sha256(verifier);
  const wanted = Buffer.from(challenge, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
