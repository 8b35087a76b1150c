import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { definedIn } from '../../../../../common/maps';
import type { RestoreResult } from '../../../../rostra/server/src/plan/restoring/perform';
import { restoreRecord } from '../../../../rostra/server/src/plan/restoring/restore';
import { revertChanges } from '../../../../rostra/server/src/plan/restoring/revert';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { run, transaction } from '../../../../rostra/server/src/store/database';
import { changesOfRequest, precedingChange } from '../../../../rostra/server/src/store/history/lookups';
import { isOfSender } from '../../../../rostra/server/src/store/history/origin';
import { findChanges } from '../../../../rostra/server/src/store/history/past';
import { listRevisions } from '../../../../rostra/server/src/store/history/revisions';
import { requesterOf } from '../../../server/requester';
import type { RestoreRequest } from '../shared/restore';
import { describePlan } from './describe-plan';
import { read, schemas } from './input';
import { type Reader, readerOf } from './reader';
import { permitOf } from './writer';

/** A restore with its targets looked up. */
type Target =
  | { kind: 'record'; resource: Resource; number: number; request: Extract<RestoreRequest, { kind: 'record' }> }
  | { kind: 'changes'; changes: number[] };

/** Plans and applies restores. */
export const restoreController = {
  /** The changes that a request of the sender has just made, the latest first; none if it changed nothing. */
  async request(ctx: Context) {
    ctx.body = await changesOfRequest(String(ctx.params.request), requesterOf(ctx).id, run);
  },

  /** Answers what a restore would do, or, given the plan that the editor has seen, does it: all or nothing. */
  async restore(ctx: Context) {
    const request = read(schemas.restore, ctx.request.body) as RestoreRequest;
    const reader = readerOf(ctx);
    const target = targetOf(reader, request);
    const needsNote = (await isOfOthers(target)) || request.conflicts === 'overwrite';
    if (request.plan !== undefined && needsNote && !request.note?.trim())
      throw new errors.ValidationError('note: say why: this takes back what others have done');
    const result = await (request.plan === undefined
      ? attempt(ctx, target, request, true)
      : applied(() => attempt(ctx, target, request, false), request.plan));
    ctx.body = await describePlan(reader, result, needsNote || result.needsNote);
  },
};

/** Errors: 403, 404. */
function targetOf({ mayRead }: Reader, request: RestoreRequest): Target {
  if (request.kind === 'changes') return { kind: 'changes', changes: request.changes };
  const resource = findResourceByUid(request.uid);
  if (!resource) throw new errors.NotFoundError();
  if (!mayRead(resource)) throw new errors.ForbiddenError();
  return { kind: 'record', resource, number: request.number, request };
}

/** The latest revisions of a record, among which one by somebody else asks for a note. */
const MAX_LATER = 500;

/** Whether a restore takes back what others have done. */
async function isOfOthers(target: Target): Promise<boolean> {
  if (target.kind === 'changes') return (await findChanges(target.changes, run)).some((change) => !isOfSender(change));
  const { resource, number, request } = target;
  const { change, isBefore, fields } = request;
  const revisions = await listRevisions(resource.name, number, { limit: MAX_LATER }, run);
  return revisions.some((each) => {
    const isLater = each.change > change || (each.change === change && (isBefore || each.action === 'remove'));
    const concerns = !fields || each.action !== 'change' || fields.some((name) => name in (each.fields ?? {}));
    return isLater && concerns && !isOfSender(each);
  });
}

/** Errors: 403 if the sender may not write what would be written; 404 for records and changes that do not exist. */
async function attempt(
  ctx: Context,
  target: Target,
  request: RestoreRequest,
  isDryRun: boolean,
): Promise<RestoreResult> {
  const { conflicts = 'refuse', missing, note } = request;
  const options = {
    conflicts,
    isDryRun,
    isNoteOptional: isDryRun,
    ...definedIn({ missing, note: note?.trim() || undefined }),
    permit: permitOf(ctx),
  };
  return target.kind === 'record'
    ? restore(target, { ...options, ...definedIn({ others: target.request.others }) })
    : revertChanges(target.changes, { ...options, missing: missing === 'omit' ? 'omit' : 'refuse' });
}

async function restore(
  { resource, number, request }: Extract<Target, { kind: 'record' }>,
  options: Omit<Parameters<typeof restoreRecord>[2], 'change'>,
): Promise<RestoreResult> {
  const change = request.isBefore ? await precedingChange(request.change, run) : request.change;
  if (change === undefined) throw new errors.NotFoundError();
  const fields = request.fields?.length ? { fields: request.fields } : {};
  return restoreRecord(resource, number, { ...options, ...fields, change });
}

/** Thrown to roll back a restore that is not what the editor has seen, or that was refused. */
class NotApplied extends Error {
  constructor(readonly result: RestoreResult) {
    super('not applied');
  }
}

/** Restores if that is still what the editor has seen; otherwise changes nothing and returns what it would do. */
async function applied(work: () => Promise<RestoreResult>, plan: string): Promise<RestoreResult> {
  try {
    return await transaction(async () => {
      const result = await work();
      const isSame = result.digest === plan;
      if (result.change === undefined || !isSame) throw new NotApplied(result);
      return result;
    });
  } catch (error) {
    if (!(error instanceof NotApplied)) throw error;
    const { change: _, ...result } = error.result;
    return result;
  }
}
