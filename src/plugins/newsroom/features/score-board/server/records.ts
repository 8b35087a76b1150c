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

/** How much of a content the board shows: the whole of it stands in the bill's own form. */
const LONGEST = 400;

/** Bills that are read at a time, so that their contents do not all stand in memory at once. */
const PAGE = 200;

/** Bills with what they say of each act feature, long texts cut off, and with the titles of their acts, where `sees` allows. */
export async function billsOf(
  db: Core.Strapi['db'],
  ids: number[],
  sees: { act: boolean; contents: boolean },
): Promise<BoardBill[]> {
  const bills: BoardBill[] = [];
  for (let at = 0; at < ids.length; at += PAGE) bills.push(...(await pageOf(db, ids.slice(at, at + PAGE), sees)));
  return bills;
}

async function pageOf(
  db: Core.Strapi['db'],
  ids: number[],
  sees: { act: boolean; contents: boolean },
): Promise<BoardBill[]> {
  const rows: BillRow[] = await db.query('api::bill.bill').findMany({
    select: ['id', 'number', 'version_no', 'date'],
    where: { id: { $in: ids } },
    populate: {
      ...(sees.act ? { act: { select: ['title'] } } : {}),
      ...(sees.contents ? { act_features: { populate: { act_feature: { select: ['number'] } } } } : {}),
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
        act_feature ? [[act_feature.number, { short: short_content ?? '', long: shortened(content ?? '') }]] : [],
      ),
    ),
  }));
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST + 1)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text;
}

interface FeatureRow {
  id: number;
  number: number;
  feature: string;
  scale: { score: number; description: string }[];
}

/** Act features with what their scores mean. */
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
