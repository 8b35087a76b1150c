import { rm } from 'node:fs/promises';
import type { Context } from 'koa';
import { tryParseJson } from '../../../../../common/json';
import { isBounded, TOO_MANY } from '../http/bounds';
import { faultIn, isStorable } from '../http/well-formed';
import { refuseRequest } from './errors';

/** Paths that accept forms with files; elsewhere temporary copies would be left behind. */
const FILE_PATHS = /^\/+(api\/+upload|upload|admin\/+project-settings)(\/|$)/i;

/** Whether a path accepts forms with files. */
export const takesFiles = (ctx: Context): boolean => FILE_PATHS.test(ctx.path);

/** A file in a form, as a temporary copy. */
interface FormFile {
  filepath?: string;
  originalFilename?: string | null;
  mimetype?: string | null;
}

/** All files of a form, in fields of any name. */
export const filesOf = (ctx: Context): FormFile[] =>
  Object.values((ctx.request as { files?: Record<string, FormFile | FormFile[]> }).files ?? {}).flat();

/**
 * Refuses forms with texts, file names or `fileInfo` (JSON in a text) that cannot be stored. Answers 400.
 */
export function checkForm(ctx: Context): void {
  const body = ctx.request.body as Record<string, unknown> | undefined;
  const fault = faultIn(body) ?? faultIn([body?.fileInfo].flat().map((text) => parseJson(ctx, text)));
  if (fault) refuseRequest(ctx, 400, `the form: ${fault.path} ${fault.message}`);
  for (const { originalFilename, mimetype } of filesOf(ctx))
    if (!isStorable(`${originalFilename ?? ''}${mimetype ?? ''}`))
      refuseRequest(ctx, 400, 'the name of a file is not valid text');
}

/** Removes the temporary copies; Strapi removes only those of the field `files`. */
export async function removeCopies(files: FormFile[]): Promise<void> {
  await Promise.all(files.map(({ filepath }) => filepath && rm(filepath, { force: true })));
}

function parseJson(ctx: Context, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (!isBounded(Buffer.from(text))) refuseRequest(ctx, 400, `the form: fileInfo ${TOO_MANY.message}`);
  const value = tryParseJson(text);
  if (typeof value === 'object' && value !== null) return value;
  return refuseRequest(ctx, 400, 'the form: fileInfo must be a JSON object');
}
