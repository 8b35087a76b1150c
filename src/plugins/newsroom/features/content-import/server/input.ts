import path from 'node:path';
import { z } from 'zod';
import type { Problem } from '../shared/content-import';
import { refusal } from './refusal';

/** What the page sends. Anything else is refused: it comes from no page. */
const name = z
  .string()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name of a file has any
  .transform((text) => path.basename(text.replaceAll(/[\u0000-\u001f\\]/g, '_')));

const job = z.object({
  files: z.array(z.object({ name, resource: z.string(), size: z.number().int().min(0) })).min(1),
  match: z.array(z.string().min(1).max(100)).max(20).default([]),
  strict: z.boolean().default(false),
});

const page = z.coerce.number().int().min(1).max(10_000_000).default(1);

const changes = z.object({ resource: z.string(), action: z.enum(['create', 'change']), page });

const problems = z.object({
  kind: z.enum(['faults', 'warnings', 'refusals']),
  file: z.string().optional(),
  text: z.string().max(200).optional(),
  page,
});

const batch = z.object({ batch: z.coerce.number().int().min(1).max(2_147_483_647) });

const part = z.object({ offset: z.coerce.number().int().min(0) });

export const schemas = { job, batch, changes, problems, part, page };

/** Reads what was sent. Errors: INVALID, which says what is wrong. */
export function read<S extends z.ZodType>(schema: S, given: unknown): z.infer<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw refusal('INVALID', faults.join('; '));
}

/** Two files of one name are told apart. */
export const withNamesApart = <T extends { name: string }>(files: T[]): T[] =>
  files.map((file, index) => {
    const before = files.slice(0, index).filter(({ name: other }) => other === file.name).length;
    return before === 0 ? file : { ...file, name: file.name.replace(/(\.[^.]*)?$/, ` (${before + 1})$1`) };
  });

export type { Problem };
