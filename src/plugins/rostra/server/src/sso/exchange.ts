import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { sha256 } from '../../../../../common/digest';
import { isObject } from '../../../../../common/json';
import { apiSessions } from '../../../../../strapi/api-sessions';
import { errors, type Fault } from '../errors/errors';
import { DOOR_LIMIT, readBody } from '../http/body';
import { app } from '../store/strapi';
import { takeCode } from './codes';

const USER = 'plugin::users-permissions.user';

/**
 * `POST /sso/api/token {code, code_verifier}`: answers like `POST /api/auth/local`. Any attempt uses up the code, even a failed
 * one. Errors: INVALID_INPUT, UNAUTHENTICATED.
 */
export async function exchangeCode(ctx: Context): Promise<void> {
  const { code, code_verifier: verifier } = parseBody(await readBody(ctx, DOOR_LIMIT));
  const signIn = await takeCode(code);
  if (!signIn || !matchesChallenge(signIn.challenge, verifier)) throw errors.unauthenticated();
  const user = await app()
    .db.query(USER)
    .findOne({ where: { id: signIn.account } });
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

function parseBody(body: unknown): Record<(typeof NAMES)[number], string> {
  const values = isObject(body) ? body : {};
  const faults = NAMES.flatMap((path): Fault[] => {
    if (values[path] === undefined) return [{ path, code: 'REQUIRED', message: 'is required' }];
    return typeof values[path] === 'string' ? [] : [{ path, code: 'INVALID_TYPE', message: 'must be a text' }];
  });
  if (faults.length > 0) throw errors.invalidInput(faults);
  return values as Record<(typeof NAMES)[number], string>;
}

function matchesChallenge(challenge: string, verifier: string): boolean {
  const actual = sha256(verifier);
  const expected = Buffer.from(challenge, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
