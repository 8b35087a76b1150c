import type { Context } from 'koa';
import { z } from 'zod';
import { normalise } from '../../../../../common/text/normalise';
import { isUniqueViolation } from '../../../../rostra/server/src/errors/database';
import { INT32_MAX } from '../../../../rostra/server/src/fields/integer';
import { run } from '../../../../rostra/server/src/store/database';
import {
  createView,
  findViews,
  removeView,
  type StoredView,
  updateView,
} from '../../../../rostra/server/src/store/saved-views';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, actionOf } from '../../../server/permissions';
import { requesterOf } from '../../../server/requester';
import { read } from '../../history/server/input';
import { isHeld, MAX_NAME, MAX_QUERY, type NewView, type ViewChanges, type ViewFault } from '../shared/views';

const content = z.object({
  uid: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(MAX_NAME),
  isShared: z.boolean(),
  query: z.string().max(MAX_QUERY).refine(isHeld, 'only filters, sort, pageSize and _q'),
  columns: z.array(z.string().min(1).max(100)).max(100).nullable(),
});
const changes = content.omit({ uid: true }).partial();
const id = z.coerce.number().int().min(1).max(INT32_MAX);
const of = z.object({ uid: z.string().max(100).optional() });

const controller = {
  /** The own views, and the shared ones of lists that the reader may see: `?uid=api::bill.bill`. One statement. */
  async list(ctx: Context) {
    const views = await findViews(requesterOf(ctx).id, read(of, ctx.query), run);
    ctx.body = views.filter((view) => isVisible(ctx, view));
  },

  async one(ctx: Context) {
    await answer(ctx, idOf(ctx));
  },

  /** Saves a view. Errors: 403, 409. */
  async create(ctx: Context) {
    const view: NewView = read(content, ctx.request.body);
    if (!mayList(ctx, view.uid)) return ctx.forbidden();
    const created = await createView(requesterOf(ctx).id, { ...view, key: keyOf(view.name) }, run);
    if ('isTaken' in created) return refuse(ctx, created.isTaken ? 'TAKEN' : 'TOO_MANY');
    ctx.status = 201;
    await answer(ctx, created.id);
  },

  /** Changes an own view. Errors: 404, 409. */
  async update(ctx: Context) {
    const change: ViewChanges = read(changes, ctx.request.body);
    const key = change.name === undefined ? {} : { key: keyOf(change.name) };
    await write(ctx, () => updateView(requesterOf(ctx).id, idOf(ctx), { ...change, ...key }, run));
  },

  /** Deletes an own view, or a shared one whose owner is gone. Errors: 404. */
  async remove(ctx: Context) {
    const [view] = await findViews(requesterOf(ctx).id, { id: idOf(ctx) }, run);
    const isSeen = view && isVisible(ctx, view);
    if (!isSeen || !(await removeView(requesterOf(ctx).id, view.id, true, run))) return ctx.notFound();
    ctx.status = 204;
  },

  /** Brings a view back that was deleted less than a day ago. Errors: 404, 409. */
  async bringBack(ctx: Context) {
    await write(ctx, () => removeView(requesterOf(ctx).id, idOf(ctx), false, run));
  },
};

/** Writes a view and answers it. */
async function write(ctx: Context, work: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await work())) return ctx.notFound();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return refuse(ctx, 'TAKEN');
  }
  await answer(ctx, idOf(ctx));
}

const idOf = (ctx: Context): number => read(z.object({ id }), ctx.params).id;

const keyOf = (name: string): string => normalise(name) || name;

/** Answers a view. Errors: 404 also for one that the reader may not see. */
async function answer(ctx: Context, viewId: number) {
  const [view] = await findViews(requesterOf(ctx).id, { id: viewId }, run);
  if (!view || !isVisible(ctx, view)) return ctx.notFound();
  ctx.body = view;
}

function refuse(ctx: Context, code: ViewFault): void {
  ctx.conflict(code === 'TAKEN' ? 'name: another view has it' : 'there are too many views', { code });
}

/** Own views are seen in any case: they take names, and may be deleted. */
const isVisible = (ctx: Context, { isOwn, uid }: StoredView): boolean => isOwn || mayList(ctx, uid);

/** Whether somebody may see the list of a content type, or a part of it. */
const mayList = (ctx: Context, uid: string): boolean =>
  abilityOf(ctx)
    .rulesFor(actionOf('read'), uid)
    .some(({ inverted }) => !inverted);

/** The views that people save of lists. */
export const savedViews: Feature = {
  routes: [
    panelRoute('GET', '/views', 'saved-views.list'),
    panelRoute('GET', '/views/:id', 'saved-views.one'),
    panelRoute('POST', '/views', 'saved-views.create'),
    panelRoute('PUT', '/views/:id', 'saved-views.update'),
    panelRoute('DELETE', '/views/:id', 'saved-views.remove'),
    panelRoute('POST', '/views/:id/bring-back', 'saved-views.bringBack'),
  ],
  controllers: { 'saved-views': controller },
};
