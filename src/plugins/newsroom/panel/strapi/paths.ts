/* Paths of Strapi's panel and of its internal API. Checked with Strapi 5.54.0. */

/** The log-in page. */
export const LOG_IN = '/auth/login';

/** The API of a person's own account, their password included. */
export const OWN_ACCOUNT = '/admin/users/me';

/** The key of the filters that Strapi's lists display; others apply without being displayed. */
export const SHOWN_FILTERS = '$and';

/** The deepest nesting that the panel parses below `filters` in an address. */
export const MAX_FILTER_DEPTH = 5;

/** The list of a content type's records; also the path of the API that creates one. */
export const contentTypePath = (uid: string): string => `/content-manager/collection-types/${uid}`;

/** The form of a record; also the path of the API that changes it. */
export const recordPath = (uid: string, documentId: string): string => `${contentTypePath(uid)}/${documentId}`;

/** Whether the page's address is that of a record's form. */
export const isAtRecord = (uid: string, documentId: string): boolean =>
  window.location.pathname.endsWith(recordPath(uid, documentId));

/** The content type whose list has this path; undefined for other pages. */
export const listAt = (pathname: string): string | undefined =>
  /\/content-manager\/collection-types\/([^/]+)\/?$/.exec(pathname)?.[1];

/** The record whose form has this path, or the content type of a new one (`create`); undefined for other pages, and for the form of a copy. */
export function formAt(pathname: string): { uid: string; documentId: string } | undefined {
  const [, uid, documentId] = /\/content-manager\/collection-types\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return uid === undefined || documentId === undefined ? undefined : { uid, documentId };
}

/** The record whose form has this path; undefined for other pages, and for the form of a new record. */
export function recordAt(pathname: string): { uid: string; documentId: string } | undefined {
  const form = formAt(pathname);
  return form?.documentId === NEW ? undefined : form;
}

/** What the path of a form has in the place of the document if the record is new. */
export const NEW = 'create';

/** The API that reads a relation of a record, by pages. */
export const relationPath = (uid: string, documentId: string, field: string): string =>
  `/content-manager/relations/${uid}/${documentId}/${field}`;

/** The address of the service, without a slash at the end; Strapi's types omit it. */
export const backendUrl = (): string => (window.strapi as { backendURL?: string }).backendURL ?? '';
