import createError from 'http-errors';
import type { Context } from 'koa';
import { FORMER_SAVES_HEADER, formerSavesIn } from '../../../../../common/change-position';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { createdByRequests, lockRequests } from '../store/history/creates';
import { currentOrigin } from '../store/history/origin';
import { app } from '../store/strapi';

const MESSAGE = '沒有再新增：剛才那一次其實已經存好了 — Not saved again: the record is stored since the save before';

/**
 * Refuses to create a record that a former save of the same form, whose answer got lost, has created: 409 with the document. Waits for one that
 * is still under way. Two statements, one if the form names no former saves, none without the id of a request.
 */
export async function refuseCreated(resource: Resource, run: Run): Promise<void> {
  const ctx = app().requestContext.get();
  const { request, by } = currentOrigin() ?? {};
  if (!ctx || !isCreateOf(resource, ctx) || request === undefined || by?.kind !== 'panelUser' || by.id === undefined)
    return;
  const former = formerSavesIn(ctx.get(FORMER_SAVES_HEADER));
  await lockRequests([request, ...former], run);
  if (former.length === 0) return;
  const documentId = await createdByRequests(resource, former, by.id, run);
  if (documentId !== undefined) throw createError(409, MESSAGE, { details: { created: documentId } });
}

/** Whether a request creates a record of this resource from a form that may be sent again. */
const isCreateOf = ({ uid }: Resource, ctx: Context): boolean =>
  ctx.method === 'POST' && ctx.params?.model === uid && ctx.get('X-Request-Id') !== '';
