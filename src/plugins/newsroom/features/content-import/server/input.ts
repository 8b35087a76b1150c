import path from 'node:path';
import { z } from 'zod';
import { isSourceName, SOURCE_NAME_RULE } from '../../../../../common/source-name';
import { refusal } from './refusal';

// Schemas of what the page sends.

const name = z
  .string()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names contain none
  .transform((text) => path.basename(text.replaceAll(/[\u0000-\u001f\\]/g, '_')));

const syncLimit = z.number().int().min(0).max(999_999_999).optional();

const job = z.object({
  files: z.array(z.object({ name, resource: z.string(), size: z.number().int().min(0) })).min(1),
  match: z.array(z.string().min(1).max(100)).max(20).default([]),
  source: z
    .string()
    .refine((text) => text === '' || isSourceName(text), `expected ${SOURCE_NAME_RULE}`)
    .default(''),
  sync: z.boolean().default(false),
  syncLimit,
  strict: z.boolean().default(false),
});

/** How many decisions on single edits one plan takes. */
const MAX_DECISIONS = 1000;

/** What to plan anew otherwise than before. */
const plan = z.object({
  takesFile: z.boolean().optional(),
  restoresDeleted: z.boolean().optional(),
  decisions: z
    .record(z.string().regex(/^\w{1,100}\/\d{1,9}(\/\w{1,100})?$/), z.boolean())
    .refine((decisions) => Object.keys(decisions).length <= MAX_DECISIONS, `at most ${MAX_DECISIONS}`)
    .optional(),
  syncLimit,
  syncAll: z.boolean().optional(),
});

const page = z.coerce.number().int().min(1).max(10_000_000).default(1);

const changes = z.object({ resource: z.string(), action: z.enum(['create', 'change']), page });

const problems = z.object({
  kind: z.enum(['faults', 'warnings', 'refusals']),
  file: z.string().optional(),
  text: z.string().max(200).optional(),
  page,
});

const edits = z.object({ page });

const undoEdits = z.enum(['refuse', 'keep']).default('refuse');

const undo = z.object({ edits: undoEdits });

const undoList = z.object({ list: z.uuid() });

const batch = z.object({ batch: z.coerce.number().int().min(1).max(2_147_483_647) });

const chunk = z.object({ offset: z.coerce.number().int().min(0) });

export const schemas = { job, plan, batch, undo, undoList, changes, edits, problems, chunk, page };

/** Validates a request's input. Errors: INVALID, with a message that lists the faults. */
export function read<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw refusal('INVALID', faults.join('; '));
}

/** Numbers files that have the same name: `bills.csv`, `bills (2).csv`. */
export const withUniqueNames = <T extends { name: string }>(files: T[]): T[] =>
  files.map((file, index) => {
    const before = files.slice(0, index).filter(({ name: other }) => other === file.name).length;
    return before === 0 ? file : { ...file, name: file.name.replace(/(\.[^.]*)?$/, ` (${before + 1})$1`) };
  });
