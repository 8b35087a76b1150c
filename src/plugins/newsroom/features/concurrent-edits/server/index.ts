import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { CHANGE_HEADER, ROWS_HEADER } from '../../../../../common/change-position';
import { saveOf } from '../../../../rostra/server/src/guard/overwrites';
import { traceOf } from '../../../../rostra/server/src/http/trace';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { type ShownChange, shownChangeOf } from '../../../../rostra/server/src/store/history/overwrites';
import type { Feature } from '../../../server/feature';
import { describeConflict } from './describe-conflict';
import { rowsHeader } from './rows-header';

const RECORD = /^\/content-manager\/collection-types\/[^/]+\/[^/]+\/?$/i;
const NEW_RECORD = /^\/content-manager\/collection-types\/[^/]+\/?$/i;

/**
 * Tells forms which change of their record they show and which one their save has made, and describes for editors what a save would have
 * overwritten. The guard refuses such a save.
 */
export const concurrentEdits: Feature = {
  register(strapi) {
    strapi.server.use(async (ctx, next) => {
      await next();
      // Nothing here may hide that a save is stored, or that it is not.
      await answerWrite(ctx).catch((error: Error) => strapi.log.error(error));
    });
  },

  bootstrap(strapi) {
    strapi.documents.use(async (context, next) => {
      if (context.action === 'findOne')
        await nameShownChange(strapi, context.uid, context.params as { documentId?: string });
      return next();
    });
  },
};

async function answerWrite(ctx: Context): Promise<void> {
  if (ctx.method === 'PUT' && RECORD.test(ctx.path)) await answerSave(ctx);
  if (ctx.method !== 'POST' || !NEW_RECORD.test(ctx.path) || ctx.status !== 201) return;
  const { data } = ctx.body as { data?: { documentId?: string } };
  if (data?.documentId !== undefined) await nameOwnChange(ctx, data.documentId);
}

async function answerSave(ctx: Context): Promise<void> {
  const { overwrite, isMerged } = saveOf(ctx);
  if (overwrite && ctx.status === 409) {
    const body = ctx.body as { error: object };
    ctx.body = { ...body, error: { ...body.error, details: { conflict: await describeConflict(ctx, overwrite) } } };
  }
  // A form that does not show what others have written meanwhile has not seen the record as it is now.
  if (ctx.status === 200 && !isMerged) await nameOwnChange(ctx, ctx.params.id);
}

/** Names the last change before the record is read: what the form shows is at least as new. */
async function nameShownChange(strapi: Core.Strapi, uid: string, { documentId = '' }: { documentId?: string }) {
  const ctx = strapi.requestContext.get();
  const resource = findResourceByUid(uid);
  if (!resource || ctx?.method !== 'GET' || !RECORD.test(ctx.path) || ctx.params.id !== documentId) return;
  const last = await shownChangeOf(resource, documentId, run);
  if (last) nameChange(ctx, last);
}

/** Names the change of this request, if it has made the record's last one. */
async function nameOwnChange(ctx: Context, documentId: string): Promise<void> {
  const resource = findResourceByUid(ctx.params.model);
  const last = resource && (await shownChangeOf(resource, documentId, run));
  if (last?.request && last.request === traceOf(ctx)?.requestId) nameChange(ctx, last);
}

function nameChange(ctx: Context, { change, rows }: ShownChange): void {
  ctx.set(CHANGE_HEADER, String(change));
  const text = rowsHeader(rows);
  if (text !== undefined) ctx.set(ROWS_HEADER, text);
}
