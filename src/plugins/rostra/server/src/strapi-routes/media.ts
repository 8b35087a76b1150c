import type { Middleware } from 'koa';
import { isObject, tryParseJson } from '../../../../../common/json';
import { INT32_MAX } from '../fields/integer';
import { isBounded } from '../http/bounds';
import { refuseRequest } from './errors';

/** The paths of the media library. */
const MEDIA = /^\/(api\/+)?upload(\/|$)/i;
/** Paths with the id of a file or folder. */
const PATH_WITH_ID = /^\/upload\/(folders|files)\/([^/]+)/i;
/** Fields that hold ids of files or folders. */
const ID_FIELDS = new Set(['id', 'parent', 'folder', 'folderId', 'destinationFolderId', 'folderIds', 'fileIds']);
/** Fields that nest such fields. */
const NESTED_FIELDS = ['fileInfo', 'updates'];

/**
 * Refuses malformed ids of files and folders: Strapi passes them to the database and never answers if that fails. Answers 400.
 * Place it after `strapi::body`.
 */
export const checkMediaIds: Middleware = async (ctx, next) => {
  if (MEDIA.test(ctx.path)) {
    const pathId = PATH_WITH_ID.exec(ctx.path)?.[2] ?? '1';
    const { body } = ctx.request as { body?: unknown };
    if (!isValidId(pathId) || !hasValidIds(body))
      refuseRequest(ctx, 400, 'the id of a file or folder must be an integer');
  }
  await next();
};

function hasValidIds(value: unknown): boolean {
  if (typeof value === 'string') {
    // In a form, `fileInfo` is JSON in a text.
    if (!isBounded(Buffer.from(value))) return false;
    const json = tryParseJson(value);
    return typeof json === 'string' || hasValidIds(json);
  }
  if (Array.isArray(value)) return value.every(hasValidIds);
  if (!isObject(value)) return true;
  const ids = Object.entries(value).filter(([key]) => ID_FIELDS.has(key));
  return ids.every(([, id]) => [id].flat().every(isValidId)) && NESTED_FIELDS.every((key) => hasValidIds(value[key]));
}

/** Whether a value is an id or absent. */
const isValidId = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  ((typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) &&
    Number.isInteger(Number(value)) &&
    Number(value) >= 0 &&
    Number(value) <= INT32_MAX);
