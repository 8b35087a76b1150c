import type { Principal } from '../access/principal';
import { app } from '../store/strapi';

/** Strapi's row of the user whose request is under way; null for a program, the admin panel and the command line. */
export function currentUser(): number | null {
  const state = app().requestContext.get()?.state.rostra as { principal: Principal } | undefined;
  return state?.principal.user?.id ?? null;
}
