import type { Middleware } from 'koa';
import { isObject } from '../../../../../common/json';
import { INT32_MAX } from '../fields/integer';
import { refuse } from './errors';

/** The media library's doors. */
const MEDIA = /^\/(api\/+)?upload(\/|$)/i;
/** Where the path names a file or folder. */
const NAMED = /^\/upload\/(folders|files)\/([^/]+)/i;
/** Fields that name files or folders by their identifiers. */
const NAMES = new Set(['id', 'parent', 'folder', 'folderId', 'destinationFolderId', 'folderIds', 'fileIds']);
/** Fields that hold others of the kind. */
const HOLDS = ['fileInfo', 'updates'];

/**
 * Refuses identifiers of files and folders that are none: Strapi asks the database for them, and when that refuses, its
 * answer never comes. Answers 400. Stands after `strapi::body`.
 */
export const refuseMediaNames: Middleware = async (ctx, next) => {
  if (MEDIA.test(ctx.path)) {
    const named = NAMED.exec(ctx.path)?.[2] ?? '1';
    const { body } = ctx.request as { body?: unknown };
    if (!isIdentifier(named) || !isSound(body)) refuse(ctx, 400, 'a file or folder is named by an integer');
  }
  await next();
};

function isSound(value: unknown): boolean {
  if (typeof value === 'string') return isSound(parsed(value));
  if (Array.isArray(value)) return value.every(isSound);
  if (!isObject(value)) return true;
  const names = Object.entries(value).filter(([key]) => NAMES.has(key));
  return names.every(([, name]) => [name].flat().every(isIdentifier)) && HOLDS.every((key) => isSound(value[key]));
}

/** `fileInfo` comes as JSON in a text, where it is part of a form. */
function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether a value names a file or folder, or none. */
const isIdentifier = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  ((typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) &&
    Number.isInteger(Number(value)) &&
    Number(value) >= 0 &&
    Number(value) <= INT32_MAX);
