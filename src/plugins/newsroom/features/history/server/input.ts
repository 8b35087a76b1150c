import { errors } from '@strapi/utils';
import { z } from 'zod';
import { MAX_NOTE } from '../../../../../common/change-note';
import { INT32_MAX } from '../../../../rostra/server/src/fields/integer';
import { MAX_OF_LINE } from '../../../../rostra/server/src/store/history/change-lines';

// Schemas of what the pages send.

const publicId = z.coerce.number().int().min(0).max(INT32_MAX);
const changeId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const time = z.coerce.number().int().min(0).max(8_640_000_000_000);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const actor = z
  .string()
  .max(1_000)
  .transform((text, context) => {
    try {
      return z
        .object({ kind: z.string().optional(), id: z.number().optional(), name: z.string().optional() })
        .parse(JSON.parse(text));
    } catch {
      context.addIssue('must be an actor as JSON, such as {"kind": "panelUser", "id": 1}');
      return z.NEVER;
    }
  });

const restoring = {
  conflicts: z.enum(['refuse', 'overwrite', 'keep']).optional(),
  missing: z.enum(['refuse', 'restore', 'omit']).optional(),
  note: z.string().max(MAX_NOTE).optional(),
  plan: z.string().max(100).optional(),
};

const restore = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    uid: z.string(),
    number: publicId,
    change: changeId,
    isBefore: z.boolean().optional(),
    fields: z.array(z.string()).max(100).optional(),
    others: z.enum(['refuse', 'leave']).optional(),
    ...restoring,
  }),
  z.object({ kind: z.literal('changes'), changes: z.array(changeId).min(1).max(MAX_OF_LINE), ...restoring }),
]);

export const schemas = {
  restore,
  record: z.object({ uid: z.string(), record: z.union([publicId, z.string().max(50)]) }),
  change: z.object({ change: changeId }),
  page: z.object({ before: optional(changeId) }),
  changes: z.object({
    uid: optional(z.string()),
    by: optional(actor),
    door: optional(z.enum(['panel', 'api', 'command', 'sql', 'system', 'unknown'])),
    kind: optional(z.enum(['write', 'import', 'undo', 'restore'])),
    batch: optional(publicId),
    since: optional(time),
    until: optional(time),
    action: optional(z.enum(['create', 'change', 'remove'])),
    /** With `uid`: the public id of a record. */
    number: optional(publicId),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  records: z.object({
    changes: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15})*$/)
      .transform((text) => text.split(',').map(Number))
      .refine((list) => list.length <= MAX_OF_LINE, `more than ${MAX_OF_LINE}`),
    page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  }),
  deleted: z.object({
    uid: optional(z.string()),
    /** The document id that a record had. */
    document: optional(z.string().max(50)),
    before: optional(z.string().regex(/^\d+:\w+:\d+$/)),
  }),
};

/** Validates a request's input. Errors: 400, with a message that lists the faults. */
export function read<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new errors.ValidationError(faults.join('; '));
}
