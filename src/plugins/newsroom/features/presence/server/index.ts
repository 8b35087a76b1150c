import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { run } from '../../../../rostra/server/src/store/database';
import { type LastChange, lastChangeOf } from '../../../../rostra/server/src/store/history/overwrites';
import { listRevisions } from '../../../../rostra/server/src/store/history/revisions';
import { closeForm, keepOpen } from '../../../../rostra/server/src/store/open-forms';
import { headOf } from '../../../server/change-head';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { requesterOf } from '../../../server/requester';
import { readerOf } from '../../history/server/reader';
import type { FormState, Presence } from '../shared/presence';
import { formOfPass, passFor } from './pass';

const text = z.string().min(1).max(100);

const formState = z.object({
  uid: text,
  documentId: text,
  tab: text,
  isChanged: z.boolean(),
  shown: z.number().int().min(0).optional(),
  isClosed: z.boolean().optional(),
});

const kept = z.object({ pass: z.string().max(2000), isClosed: z.boolean().optional() });

const controller = {
  /** Says that a form is open or closed; answers who else has its record open, and whether it has changed. Two statements, three after a change. For those who may see the record's history. */
  async update(ctx: Context) {
    const { uid, documentId, tab, isChanged, shown, isClosed }: FormState = read(formState, ctx.request.body);
    const resource = findResourceByUid(uid);
    if (!resource) return ctx.notFound();
    if (!readerOf(ctx).mayRead(resource)) throw new errors.ForbiddenError();
    const { id: account, name } = requesterOf(ctx);
    const form = { tab, resource: resource.name, documentId, account };
    if (isClosed) {
      await closeForm(form, run);
      ctx.body = { others: [], isDeleted: false } satisfies Presence;
      return;
    }
    const last = await lastChangeOf(resource, documentId, run);
    if (!last) {
      ctx.body = { others: [], isDeleted: true } satisfies Presence;
      return;
    }
    const others = await keepOpen({ ...form, name: name || null, isChanged }, run);
    const changed = await changeAfter(resource, last, shown);
    ctx.body = {
      pass: passFor({ ...form, name: name || null }, secret()),
      others: others.map((each) => ({ name: each.name, isChanged: each.isChanged })),
      ...(changed && { changed }),
      isDeleted: false,
    } satisfies Presence;
  },

  /** Says, with the pass of a form and without a session, that it still holds unsaved changes, or that it is closed. Answers nothing. */
  async keep(ctx: Context) {
    const { pass, isClosed } = read(kept, ctx.request.body);
    const form = formOfPass(pass, secret());
    if (!form) throw new errors.ForbiddenError();
    await (isClosed ? closeForm(form, run) : keepOpen({ ...form, isChanged: true }, run));
    ctx.status = 204;
  },
};

const secret = (): string => strapi.config.get('admin.auth.secret');

/** The last change of a record, if a form does not show it. */
async function changeAfter(
  resource: Resource,
  { number, change }: LastChange,
  shown = Number.POSITIVE_INFINITY,
): Promise<Presence['changed']> {
  if (change <= shown) return undefined;
  const [revision] = await listRevisions(resource.name, number, { limit: 1 }, run);
  return revision && headOf(revision);
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new errors.ValidationError(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Who else has a record open, and whether they are changing it. */
export const presence: Feature = {
  routes: [
    panelRoute('POST', '/presence', 'presence.update'),
    { method: 'POST', path: '/presence/kept', handler: 'presence.keep', config: { auth: false } },
  ],
  controllers: { presence: controller },
};
