import type { Json } from '../../../../../common/json';
import type { Merged } from '../../concurrent-edits/panel/merges';
import { cellsOf, scoresFrom, scoresIn } from './table';

/**
 * Merges scores cell by cell: a cell that only one of two people has changed is theirs. Keeps the order of the stored scores.
 * @param loaded the scores when the editor's form was loaded
 * @param mine those of the form
 * @param theirs those that are stored now
 */
export function mergeScores(loaded: Json, mine: Json, theirs: Json): Merged {
  const [before, own, stored] = [loaded, mine, theirs].map((value) => cellsOf(scoresIn(value)));
  const keys = new Set([...(own?.keys() ?? []), ...(stored?.keys() ?? [])]);
  const [ifMine, ifTheirs] = [new Map<string, number>(), new Map<string, number>()];
  let hasConflicts = false;
  const put = (cells: Map<string, number>, key: string, score: number | undefined) => {
    if (score !== undefined) cells.set(key, score);
  };
  for (const key of keys) {
    const [was, my, their] = [before?.get(key), own?.get(key), stored?.get(key)];
    const isConflict = my !== was && their !== was && my !== their;
    hasConflicts ||= isConflict;
    put(ifMine, key, my === was ? their : my);
    put(ifTheirs, key, my === was || isConflict ? their : my);
  }
  const rows = scoresIn(theirs);
  const all = [...rows, ...scoresIn(mine)];
  const bills = [...new Set(all.map(({ bill_id }) => bill_id))];
  const features = [
    ...new Set(all.flatMap((row) => row.score_per_act_feature.map(({ act_feature_id }) => act_feature_id))),
  ];
  const made = (cells: Map<string, number>) => scoresFrom(cells, rows, bills, features) as unknown as Json;
  return { mine: made(ifMine), theirs: made(ifTheirs), hasConflicts };
}
