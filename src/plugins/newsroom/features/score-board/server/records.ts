import type { Core } from '@strapi/strapi';
import type { BoardBill, BoardFeature } from '../shared/score-board';

interface ContentRow {
  act_feature: { number: number } | null;
  short_content: string | null;
  content: string | null;
}

interface BillRow {
  id: number;
  number: number;
  version_no: string | null;
  date: string | null;
  act?: { title: string } | null;
  act_features?: ContentRow[];
}

/** Longest content that the board shows, in characters; the bill's own form shows all of it. */
const MAX_CONTENT_LENGTH = 400;

/** Bills read at a time, to limit memory. */
const PAGE_SIZE = 200;

/** Reads bills with their contents on act features, truncated, and the titles of their acts, as far as `access` allows. */
export async function billsOf(
  db: Core.Strapi['db'],
  ids: number[],
  access: { act: boolean; contents: boolean },
): Promise<BoardBill[]> {
  const bills: BoardBill[] = [];
  for (let at = 0; at < ids.length; at += PAGE_SIZE)
    bills.push(...(await pageOf(db, ids.slice(at, at + PAGE_SIZE), access)));
  return bills;
}

async function pageOf(
  db: Core.Strapi['db'],
  ids: number[],
  access: { act: boolean; contents: boolean },
): Promise<BoardBill[]> {
  const rows: BillRow[] = await db.query('api::bill.bill').findMany({
    select: ['id', 'number', 'version_no', 'date'],
    where: { id: { $in: ids } },
    populate: {
      ...(access.act ? { act: { select: ['title'] } } : {}),
      ...(access.contents ? { act_features: { populate: { act_feature: { select: ['number'] } } } } : {}),
    },
  });
  return rows.map(({ id, number, version_no, date, act, act_features = [] }) => ({
    id,
    number,
    versionNo: version_no ?? '',
    act: act?.title ?? '',
    date,
    contents: Object.fromEntries(
      act_features.flatMap(({ act_feature, short_content, content }) =>
        act_feature ? [[act_feature.number, { short: short_content ?? '', long: truncate(content ?? '') }]] : [],
      ),
    ),
  }));
}

function truncate(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_CONTENT_LENGTH + 1)];
  return characters.length > MAX_CONTENT_LENGTH ? `${characters.slice(0, MAX_CONTENT_LENGTH).join('')}…` : text;
}

interface FeatureRow {
  id: number;
  number: number;
  feature: string;
  scale: { score: number; description: string }[];
}

/** Reads act features with the meanings of their scores. */
export async function featuresOf(db: Core.Strapi['db'], ids: number[]): Promise<BoardFeature[]> {
  if (ids.length === 0) return [];
  const rows: FeatureRow[] = await db.query('api::act-feature.act-feature').findMany({
    select: ['id', 'number', 'feature'],
    where: { id: { $in: ids } },
    populate: { scale: true },
  });
  return rows.map(({ id, number, feature, scale }) => ({
    id,
    number,
    name: feature,
    scale: scale.map(({ score, description }) => ({ score, description })),
  }));
}
