import type { Core } from '@strapi/strapi';
import { MAX_NOTE, NOTE_HEADER } from '../common/change-note';
import type { Principal } from '../plugins/rostra/server/src/access/principal';
import { traceOf } from '../plugins/rostra/server/src/http/trace';
import type { ChangeOrigin } from '../plugins/rostra/server/src/store/history/origin';

/** What Strapi and the pipeline put into the state of a request. */
interface RequestState {
  rostra?: { principal: Principal };
  user?: { id: number; firstname?: string; lastname?: string; username?: string };
  auth?: { strategy?: { name?: string } };
}

/**
 * Returns the origin of what the current request changes: the pipeline's principal on our own paths, on Strapi's the user of its
 * authentication. Checked with Strapi 5.54.0.
 */
export function originOfRequest(strapi: Core.Strapi): ChangeOrigin | undefined {
  const ctx = strapi.requestContext.get();
  if (!ctx) return undefined;
  const { rostra, user, auth } = ctx.state as RequestState;
  const request = traceOf(ctx)?.requestId;
  const id = request === undefined ? {} : { request };
  if (rostra) {
    const { user: account, token } = rostra.principal;
    if (account) return { door: 'api', by: { kind: 'user', id: account.id, name: account.username }, ...id };
    return token ? { door: 'api', by: { kind: 'token', id: token.id }, ...id } : { door: 'api', ...id };
  }
  if (!user) return { door: 'api', ...id };
  if (auth?.strategy?.name !== 'admin')
    return { door: 'api', by: { kind: 'user', id: user.id, name: user.username ?? '' }, ...id };
  const name = [user.firstname, user.lastname].filter(Boolean).join(' ') || user.username;
  const note = noteIn(ctx.get(NOTE_HEADER));
  return { door: 'panel', by: { kind: 'panelUser', id: user.id, ...(name && { name }) }, ...(note && { note }), ...id };
}

/** Reads the note to a change, percent-encoded; a malformed one counts as absent. It must never keep a save from being stored. */
function noteIn(header: string): string {
  try {
    const text = decodeURIComponent(header).replaceAll('\0', '').trim();
    // Half a surrogate pair could not be stored.
    return text.slice(0, MAX_NOTE).replace(/[\ud800-\udbff]$/, '');
  } catch {
    return '';
  }
}
