/** Paths of the panel, of its plugins, and those that use cookies. */
export const CLOSED = [
  ['POST', '/admin/access-token'],
  ['POST', '/admin/login'],
  ['GET', '/admin/init'],
  ['GET', '/admin/users/me'],
  ['GET', '/admin'],
  ['GET', '/content-manager/init'],
  ['GET', '/content-manager/collection-types/api::tag.tag'],
  ['POST', '/upload'],
  ['GET', '/upload/files'],
  ['GET', '/users-permissions/roles'],
  ['GET', '/i18n/locales'],
  ['GET', '/newsroom/home/figures'],
  ['GET', '/email/settings'],
  ['GET', '/_health'],
] as const;
/** Paths that pages of other sites may ask. */
export const OPEN = [
  ['POST', '/api/auth/local'],
  ['POST', '/api/auth/refresh'],
  ['GET', '/api/users/me'],
  ['GET', '/api/nope'],
  ['GET', '/console/lab/rs_tags'],
  ['GET', '/c0ngress/zones'],
  ['GET', '/openapi.json'],
  ['GET', '/uploads/nope.png'],
] as const;

/** Returns the names of the headers that let a page of another site read an answer. */
export const corsOf = (headers: Record<string, unknown>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
