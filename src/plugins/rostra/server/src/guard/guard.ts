import { errors as strapiErrors } from '@strapi/utils';
import createError from 'http-errors';
import { fromDatabase } from '../errors/database';
import { AnsweredError, type Fault, type Referrer } from '../errors/errors';
import { input } from '../fields/input';
import { isChecked } from '../operations/checked';
import { canonical, checkRules } from '../operations/record';
import { attributeFor } from '../operations/write';
import { resourceOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { type Run, transaction } from '../store/database';
import { ambiguousFields, lock, readDetail } from '../store/read';
import { app } from '../store/strapi';
import { inTurn } from './in-turn';
import { removeWhole } from './remove-whole';

interface Call {
  uid: string;
  action: string;
  params: { documentId?: string; data?: Record<string, unknown> };
}

/**
 * Keeps the rules of the data for every way in that uses the document service, the admin panel above all: what a record
 * must have and be, public identifiers, and restricted delete (decisions, 2.8 and 4.7). A refusal leaves nothing behind.
 */
export function installGuard(): void {
  app().documents.use((context, next) => {
    const of = resourceOf(context.uid);
    const guard = GUARDS[context.action];
    if (!of || !guard) return next();
    const write = async (): Promise<unknown> => next();
    return refusable(of, () => guard(of, context as unknown as Call, write)) as ReturnType<typeof next>;
  });
}

type Write = () => Promise<unknown>;

const GUARDS: Record<string, (of: Resource, call: Call, next: Write) => Promise<unknown>> = {
  create: guardWrite,
  update: guardWrite,
  clone: guardWrite,
  delete: guardDelete,
};

function guardDelete(of: Resource, { params }: Call, next: Write): Promise<unknown> {
  return inTurn((run) =>
    transaction(async () => {
      if (params.documentId) await removeWhole(of, params.documentId, run);
      return next();
    }),
  );
}

function guardWrite(of: Resource, { action, params }: Call, next: Write): Promise<unknown> {
  if (params.data) delete params.data.number;
  if (action === 'clone') params.data = { ...params.data, number: null };
  if (isChecked()) return next();
  return transaction(async (run) => {
    const before =
      action === 'update' && params.documentId ? await lock(of, { documentId: params.documentId }, run) : undefined;
    const written = await next();
    const documentId =
      (written as { documentId?: string } | null)?.documentId ??
      (written as { entries?: { documentId: string }[] })?.entries?.[0]?.documentId;
    if (documentId) await check(of, documentId, before?.number, run);
    return written;
  });
}

/** Reads the record as it would be answered, and checks it as a body would be. */
async function check(of: Resource, documentId: string, numberBefore: number | undefined, run: Run): Promise<void> {
  const after = await lock(of, { documentId }, run);
  if (!after) return;
  const faults: Fault[] = [];
  if (numberBefore !== undefined && after.number !== numberBefore) {
    faults.push({ path: of.key.name, code: 'MISMATCH', message: `is the identifier and stays ${numberBefore}` });
  }
  const detail = await readDetail(of, after.number, false, run);
  if (detail !== undefined) {
    const { record, findings } = canonical(of, detail);
    checkRules(of, record, input('', findings).findings);
    faults.push(...findings.faults);
  }
  for (const path of await ambiguousFields(of, after.number, run)) {
    faults.push({ path, code: 'INVALID_VALUE', message: 'names more than one record' });
  }
  if (faults.length > 0) throw new AnsweredError(400, 'INVALID_INPUT', { errors: faults });
}

/** Tells a refusal so that an editor understands it; the operations of the API get it as it is. */
async function refusable<T>(of: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const answered = error instanceof AnsweredError ? error : fromDatabase(error);
    if (!answered || isOurs()) throw error;
    throw forEditors(of, answered);
  }
}

/** Whether the write was asked for through the specification's endpoints. */
const isOurs = (): boolean => app().requestContext.get()?.state?.isRostra === true;

function forEditors(of: Resource, { status, message, details }: AnsweredError): Error {
  if (message === 'IN_USE')
    return createError(409, inUseSentence(details.references ?? [], details.referenceCount ?? 0), { details });
  const faults = details.errors ?? [];
  if (status === 400) {
    return new strapiErrors.ValidationError(faults.map((fault) => `${fault.path}: ${fault.message}`).join('; '), {
      errors: faults.map((fault) => ({
        path: formPath(of, fault.path),
        message: fault.message,
        name: 'ValidationError',
      })),
    });
  }
  return createError(status, faults.map((fault) => `${fault.path} ${fault.message}`.trim()).join('; ') || message, {
    details,
  });
}

function inUseSentence(references: Referrer[], count: number): string {
  const shown = references.slice(0, 5).map(({ resource, id, field }) => `${resource} ${id} (${field})`);
  const list = `${shown.join(', ')}${count > shown.length ? ', …' : ''}`;
  return `無法刪除：仍有 ${count} 筆資料需要這一筆：${list} — Not deleted: ${count} records require this one: ${list}`;
}

/** The path of a fault as the edit form knows it: `act_features[0].act_dir_id` → `act_features, 0, act_dir`. */
function formPath(of: Resource, path: string): string[] {
  const [first = '', ...rest] = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return [attributeFor(of, first), ...rest.map((step) => step.replace(/_id$/, ''))];
}
