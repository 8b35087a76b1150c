import { input } from '../../fields/input';
import { canMatch, type Match, openMatch } from '../../import/names/match';
import type { Resource } from '../../resource/resource';
import { column, from, open, rowId } from '../../sql/scope';
import { parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../../store/database';
import type { Change } from '../types';

/** Records that were to be made under provisional identifiers, and that are there by now. */
interface Meanwhile {
  /** Made because something names them: the one of that name is taken, by the provisional identifier. */
  there: Map<number, { number: number; row: number }>;
  /** They match a stored one that was not there: provisional identifiers. */
  taken: Set<number>;
}

/**
 * Looks for what somebody has made since a plan was made, of some resources; `match` are the fields that it was made with.
 * Opened before the plan's own records are there.
 */
export async function openMadeMeanwhile(
  resources: Iterable<Resource>,
  match: string[] | undefined,
  run: Run,
): Promise<(of: Resource, changes: Change[]) => Promise<Meanwhile>> {
  const matches = new Map<Resource, Match>();
  for (const of of resources) if (match && canMatch(of, match)) matches.set(of, await openMatch(of, match, run));
  return async (of, changes) => {
    if (changes[0]?.isNamed) return { there: await ofSameName(of, changes, run), taken: new Set() };
    const taken = new Set<number>();
    const matching = matches.get(of);
    if (!matching) return { there: new Map(), taken };
    for (const { number, to } of changes) {
      const at = input();
      const found = matching(to, at);
      const isAmbiguous = at.findings.faults.some(({ code }) => code === 'AMBIGUOUS');
      if (isAmbiguous || (found && found.number !== null)) taken.add(number);
    }
    return { there: new Map(), taken };
  };
}

async function ofSameName(of: Resource, changes: Change[], run: Run): Promise<Meanwhile['there']> {
  const scope = open(of.uid);
  const name = column(scope, 'name');
  const names = changes.map(({ to }) => to.name);
  const found = await runOnce(
    run,
    sql`select distinct on (${name}) ${name}, ${column(scope, of.key.attribute)}, ${rowId(scope)} from ${from(scope)} where ${name} = any(${parameter('names')}::text[]) order by ${name}, ${rowId(scope)}`,
    { names },
  );
  const byName = new Map(
    found.map(([text, number, row]) => [text, { number, row } as { number: number; row: number }]),
  );
  return new Map(
    changes.flatMap(({ number, to }) => {
      const stored = byName.get(to.name);
      return stored ? [[number, stored]] : [];
    }),
  );
}
