/** Scores as the specification has them. */
export interface BillScores {
  bill_id: number;
  score_per_act_feature: { act_feature_id: number; score: number }[];
}

/** Scores by bill and act feature, under `keyOf` both. */
export type Cells = ReadonlyMap<string, number>;

export const keyOf = (bill: number, feature: number): string => `${bill} ${feature}`;

/** The scores in a form's value, which may be JSON or its text; none where it is neither. */
export function scoresIn(value: unknown): BillScores[] {
  const parsed = typeof value === 'string' ? parsedOr(value) : value;
  return Array.isArray(parsed) ? parsed.filter(isBillScores) : [];
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isBillScores = (row: unknown): row is BillScores =>
  typeof row === 'object' && row !== null && Array.isArray((row as BillScores).score_per_act_feature);

export const cellsOf = (scores: BillScores[]): Cells =>
  new Map(
    scores.flatMap(({ bill_id, score_per_act_feature }) =>
      score_per_act_feature.map(({ act_feature_id, score }) => [keyOf(bill_id, act_feature_id), score] as const),
    ),
  );

/**
 * The scores of a table, for its bills and act features: what was there before keeps its place, what is new follows in
 * the table's order. A bill without any score is left out.
 */
export function scoresFrom(cells: Cells, before: BillScores[], bills: number[], features: number[]): BillScores[] {
  const rows = new Map(before.map((row) => [row.bill_id, row]));
  const listed = new Set(bills);
  const order = [...new Set([...rows.keys(), ...bills])].filter((bill) => listed.has(bill));
  return order.flatMap((bill) => {
    const scored = rows.get(bill)?.score_per_act_feature.map(({ act_feature_id }) => act_feature_id) ?? [];
    const own = [...new Set([...scored, ...features])].filter((feature) => features.includes(feature));
    const score_per_act_feature = own.flatMap((feature) => {
      const score = cells.get(keyOf(bill, feature));
      return score === undefined ? [] : [{ act_feature_id: feature, score }];
    });
    const wasEmpty = rows.get(bill)?.score_per_act_feature.length === 0;
    return score_per_act_feature.length > 0 || wasEmpty ? [{ bill_id: bill, score_per_act_feature }] : [];
  });
}

/** How many cells of a table have no score. */
export const missingIn = (cells: Cells, bills: number[], features: number[]): number =>
  bills.reduce((sum, bill) => sum + features.filter((feature) => !cells.has(keyOf(bill, feature))).length, 0);

const LARGEST = 2_147_483_647;

/** A score as it is typed or pasted: a whole number, full-width digits too; null where nothing is, undefined where it is none. */
export function readScore(written: string): number | null | undefined {
  const text = written
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^[−–—]/, '-');
  if (text === '') return null;
  if (!/^[+-]?\d+(?:\.0+)?$/.test(text)) return undefined;
  const score = Number(text);
  return Math.abs(score) <= LARGEST ? score : undefined;
}
