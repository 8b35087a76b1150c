import type { Context } from 'koa';
import { tryParseJson } from '../../../../../common/json';
import { panels } from '../../../../../panels';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { column, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { all, literal, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { runUntil } from '../../../../rostra/server/src/store/cancellable';
import { type Run, run, runOnce } from '../../../../rostra/server/src/store/database';
import { type Ability, abilityOf } from '../../../server/permissions';
import { readSummaries } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import { describeRecords } from '../../search/server/describe-records';
import type { SearchedKind } from '../../search/server/finder';
import { limitOf } from '../../search/server/limit';
import { readableKinds } from '../../search/server/readable-kinds';
import type { DescribedRecord } from '../../search/shared/found';
import { patternsOf } from '../../search/shared/words';
import { type ChosenFilter, type DescribedFilter, MAX_CHOICES } from '../shared/filters';
import { readFilters, usableNames } from './chosen';

/** How long records to filter by are looked for, in milliseconds. */
const LIMIT_MS = 3_000;

/** What lists are told of their filters. */
export const filtersController = {
  /** The names of those that the reader may use: `?of=api::bill.bill`. */
  usable(ctx: Context) {
    const { of: uid } = ctx.query;
    if (typeof uid !== 'string') return ctx.badRequest('of: one content type is required');
    ctx.body = usableNames(ctx, uid);
  },

  /** What the filters of a list's address are: `?of=api::bill.bill&filters=[{"name":"st","value":"12"}]`. At most two statements. */
  async chosen(ctx: Context) {
    const { of: uid, filters } = ctx.query;
    const chosen = typeof filters === 'string' ? chosenIn(tryParseJson(filters)) : undefined;
    if (typeof uid !== 'string' || !chosen) return ctx.badRequest('of, filters: a content type and at most 20 filters');
    const read = readFilters(ctx, uid, chosen);
    const declared = panelOf(uid)?.filters ?? {};
    const ability = abilityOf(ctx);
    const kinds = readableKinds(ability).filter(({ hasNumbers }) => hasNumbers);
    const named = chosen.flatMap(({ name, value }, index) => {
      const resource = findResourceByUid(declared[name]?.of ?? '');
      const isNamed = resource && read?.faults[index] === undefined && kinds.some((kind) => kind.resource === resource);
      return isNamed ? [{ resource, publicId: Number(value) }] : [];
    });
    const found = await readSummaries(named, run);
    const references = found.map(({ uid: of, summary: { documentId } }) => ({ uid: of, documentId }));
    const records = await describeRecords(references, kinds, ability, run);
    ctx.body = chosen.map((each, index): DescribedFilter => {
      const of = declared[each.name]?.of;
      const record = records.find(({ uid: at, number }) => at === of && String(number) === each.value);
      const fault = read ? read.faults[index] : 'forbidden';
      return { ...each, ...(fault && { fault }), ...(record && { record }) };
    });
  },

  /** Records to filter by that a search finds, in the order of their list: `?of=api::rep.rep&q=王`. 403 for whoever may not read their names. */
  async choices(ctx: Context) {
    const { of: uid, q: text = '' } = ctx.query;
    if (typeof text !== 'string') return ctx.badRequest('q: at most one text');
    const ability = abilityOf(ctx);
    const kind = readableKinds(ability).find(({ panel, hasNumbers }) => panel.uid === uid && hasNumbers);
    if (!kind || !CHOSEN.has(kind.panel.uid)) return ctx.forbidden();
    const limit = limitOf(ctx.res, LIMIT_MS);
    try {
      ctx.body = await find(kind, text, ability, runUntil(limit));
    } catch (error) {
      if (error !== limit.reason) throw error;
      ctx.status = 503;
    }
  },
};

/** The content types whose records are chosen in a filter. */
const CHOSEN = new Set(panels.flatMap(({ filters = {} }) => Object.values(filters).flatMap(({ of }) => of ?? [])));

async function find(kind: SearchedKind, text: string, ability: Ability, within: Run): Promise<DescribedRecord[]> {
  const { panel, resource } = kind;
  const scope = scopeOf(panel.uid);
  const [title, number] = [sql`${column(scope, panel.main)}::text`, column(scope, resource.key.attribute)];
  const words = patternsOf(text).map((pattern): Sql => sql`${title} ~ ${pattern}::text`);
  const [by, direction] = panel.list.sort;
  const order = sql`${column(scope, by)} ${direction === 'ASC' ? sql`asc` : sql`desc`} nulls last, ${number}`;
  const rows = await runOnce(
    within,
    sql`select ${literal(panel.uid)}, ${column(scope, 'documentId')} from ${tableOf(scope)} where ${all(words)} order by ${order} limit ${sql.lit(MAX_CHOICES)}`,
  );
  const references = (rows as [string, string][]).map(([of, documentId]) => ({ uid: of, documentId }));
  return describeRecords(references, [kind], ability, within);
}

/** Reads filters that the panel sends; undefined for what it never does. */
function chosenIn(value: unknown): ChosenFilter[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_CHOICES) return undefined;
  const filters = value as Partial<ChosenFilter>[];
  const isFilter = ({ name, value: text }: Partial<ChosenFilter>) =>
    typeof name === 'string' && (text === undefined || typeof text === 'string');
  return filters.every((each) => each !== null && isFilter(each)) ? (filters as ChosenFilter[]) : undefined;
}
