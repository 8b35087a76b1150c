import type { Context } from 'koa';
import { z } from 'zod';
import { normalise } from '../../../../../common/text/normalise';
import { isUniqueViolation } from '../../../../rostra/server/src/errors/database';
import { INT32_MAX } from '../../../../rostra/server/src/fields/integer';
import { run } from '../../../../rostra/server/src/store/database';
import { createView, findViews, removeView, updateView } from '../../../../rostra/server/src/store/saved-views';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { type Ability, abilityOf, actionOf } from '../../../server/permissions';
import { requesterOf } from '../../../server/requester';
import { read } from '../../history/server/input';
import { isHeld, MAX_NAME, MAX_QUERY, type NewView, type ViewFault } from '../shared/views';

const content = z.object({
  uid: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(MAX_NAME),
  isShared: z.boolean(),
  query: z.string().max(MAX_QUERY).refine(isHeld, 'only filters, sort, pageSize and _q'),
  columns: z.array(z.string().min(1).max(100)).max(100).nullable(),
});
const id = z.coerce.number().int().min(1).max(INT32_MAX);
const of = z.object({ uid: z.string().max(100).optional() });

const controller = {
  /** The own and the shared views of the lists that the reader may see: `?uid=api::bill.bill`. One statement. */
  async list(ctx: Context) {
    const { uid } = read(of, ctx.query);
    const ability = abilityOf(ctx);
    const views = await findViews(requesterOf(ctx).id, run);
    ctx.body = views.filter((view) => (uid === undefined || view.uid === uid) && mayList(ability, view.uid));
  },

  async one(ctx: Context) {
    await answer(ctx, idOf(ctx));
  },

  /** Saves a view. Errors: 403, 409. */
  async create(ctx: Context) {
    const view: NewView = read(content, ctx.request.body);
    if (!mayList(abilityOf(ctx), view.uid)) return ctx.forbidden();
    const { id: account } = requesterOf(ctx);
    const created = await createView(account, withKey(view), run);
    if (created !== undefined) {
      ctx.status = 201;
      return answer(ctx, created);
    }
    const isTaken = (await findViews(account, run)).some(
      ({ isOwn, name }) => isOwn && keyOf(name) === keyOf(view.name),
    );
    refuse(ctx, isTaken ? 'TAKEN' : 'TOO_MANY');
  },

  /** Replaces an own view. Errors: 403, 404, 409. */
  async update(ctx: Context) {
    const view: NewView = read(content, ctx.request.body);
    if (!mayList(abilityOf(ctx), view.uid)) return ctx.forbidden();
    try {
      if (!(await updateView(requesterOf(ctx).id, idOf(ctx), withKey(view), run))) return ctx.notFound();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return refuse(ctx, 'TAKEN');
    }
    await answer(ctx, idOf(ctx));
  },

  /** Deletes an own view, or a shared one whose owner is gone. Errors: 404. */
  async remove(ctx: Context) {
    const [view] = await findViews(requesterOf(ctx).id, run, idOf(ctx));
    const isVisible = view && mayList(abilityOf(ctx), view.uid);
    if (!isVisible || !(await removeView(requesterOf(ctx).id, view.id, run))) return ctx.notFound();
    ctx.status = 204;
  },
};

const idOf = (ctx: Context): number => read(z.object({ id }), ctx.params).id;

const keyOf = (name: string): string => normalise(name) || name;

const withKey = (view: NewView) => ({ ...view, key: keyOf(view.name) });

/** Answers a view. Errors: 404 also for one that the reader may not see. */
async function answer(ctx: Context, viewId: number) {
  const [view] = await findViews(requesterOf(ctx).id, run, viewId);
  if (!view || !mayList(abilityOf(ctx), view.uid)) return ctx.notFound();
  ctx.body = view;
}

function refuse(ctx: Context, code: ViewFault): void {
  ctx.conflict(code === 'TAKEN' ? 'name: another view has it' : 'there are too many views', { code });
}

/** Whether somebody may see the list of a content type, or a part of it. */
const mayList = (ability: Ability, uid: string): boolean =>
  ability.rulesFor(actionOf('read'), uid).some(({ inverted }) => !inverted);

/** The views that people save of lists. */
export const savedViews: Feature = {
  routes: [
    panelRoute('GET', '/views', 'saved-views.list'),
    panelRoute('GET', '/views/:id', 'saved-views.one'),
    panelRoute('POST', '/views', 'saved-views.create'),
    panelRoute('PUT', '/views/:id', 'saved-views.update'),
    panelRoute('DELETE', '/views/:id', 'saved-views.remove'),
  ],
  controllers: { 'saved-views': controller },
};
