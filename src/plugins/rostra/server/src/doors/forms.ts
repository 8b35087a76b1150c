import { rm } from 'node:fs/promises';
import type { Context } from 'koa';
import { faultIn, isStorable } from '../http/well-formed';
import { refuse } from './errors';

/** Where files come in as parts of a form; elsewhere their temporary copies would stay behind. */
const TAKES_FILES = /^\/+(api\/+upload|upload|admin\/+project-settings)(\/|$)/i;

/** Whether a form with files is expected. */
export const takesFiles = (ctx: Context): boolean => TAKES_FILES.test(ctx.path);

/** A file of a form, in its temporary copy. */
interface FormFile {
  filepath?: string;
  originalFilename?: string | null;
  mimetype?: string | null;
}

/** All files of a form, under whatever names they came. */
export const filesOf = (ctx: Context): FormFile[] =>
  Object.values((ctx.request as { files?: Record<string, FormFile | FormFile[]> }).files ?? {}).flat();

/**
 * Refuses what no door takes in the parts of a form: in its texts, in `fileInfo`, which is JSON in a text, in the names of
 * files. Answers 400.
 */
export function checkForm(ctx: Context): void {
  const body = ctx.request.body as Record<string, unknown> | undefined;
  const fault = faultIn(body) ?? faultIn([body?.fileInfo].flat().map((text) => parsed(ctx, text)));
  if (fault) refuse(ctx, 400, `the form: ${fault.path} ${fault.message}`);
  for (const { originalFilename, mimetype } of filesOf(ctx))
    if (!isStorable(`${originalFilename ?? ''}${mimetype ?? ''}`)) refuse(ctx, 400, 'the name of a file is no text');
}

/** Removes the temporary copies; Strapi does so only for the part named `files`. */
export async function removeCopies(files: FormFile[]): Promise<void> {
  await Promise.all(files.map(({ filepath }) => filepath && rm(filepath, { force: true })));
}

function parsed(ctx: Context, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below, as what is JSON but no object.
  }
  return refuse(ctx, 400, 'the form: fileInfo must be a JSON object');
}
