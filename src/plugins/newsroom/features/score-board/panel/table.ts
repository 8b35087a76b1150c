/** A bill's scores, as in the specification. */
export interface BillScores {
  bill_id: number;
  score_per_act_feature: { act_feature_id: number; score: number }[];
}

/** Scores by `keyOf` bill and act feature. */
export type Cells = ReadonlyMap<string, number>;

export const keyOf = (bill: number, feature: number): string => `${bill} ${feature}`;

/** Reads scores from a form's value: JSON or its text; none if it is neither. */
export function scoresIn(value: unknown): BillScores[] {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(parsed) ? parsed.filter(isBillScores) : [];
}

function parseJson(text: string): unknown {
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
 * Writes the scores of a table's bills and act features. Existing scores keep their order, new ones follow in the table's
 * order. Omits bills without scores.
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

/** Counts the cells without a score. */
export const missingIn = (cells: Cells, bills: number[], features: number[]): number =>
  bills.reduce((sum, bill) => sum + features.filter((feature) => !cells.has(keyOf(bill, feature))).length, 0);

const MAX_SCORE = 2_147_483_647;

/** Parses a typed or pasted score: a whole number, in half-width or full-width digits. Null if empty, undefined if invalid. */
export function parseScore(input: string): number | null | undefined {
  const text = input
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^[−–—]/, '-');
  if (text === '') return null;
  if (!/^[+-]?\d+(?:\.0+)?$/.test(text)) return undefined;
  const score = Number(text);
  return Math.abs(score) <= MAX_SCORE ? score : undefined;
}
