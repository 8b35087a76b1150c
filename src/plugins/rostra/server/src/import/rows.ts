import { entryOf } from '../maps';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { insertEntries } from '../store/bulk/entries';
import type { Run } from '../store/database';
import { reserveNumbers } from '../store/identifiers';
import { existing } from '../store/read';
import type { ImportState } from './state';

/** How many rows are made with one statement. */
const AT_ONCE = 2_000;

/**
 * Second step: every record that is not stored yet gets its row, with its identifier and nothing else, so that
 * references between files find each other; so do the children with identifiers. Those that came without one get the
 * next, after all that were given.
 */
export async function makeRows(state: ImportState, run: Run): Promise<void> {
  for (const brought of [state.brought, state.children]) {
    for (const [kind, numbers] of brought) await makeGiven(state, resource(kind), [...numbers.keys()], run);
  }
  for (const [source, numbers] of state.numbers) {
    const places = numbers.flatMap((number, index) => (number === null ? index : []));
    for (let done = 0; done < places.length; done += AT_ONCE) {
      const some = places.slice(done, done + AT_ONCE);
      const made = await insertEntries(
        model(source.of.uid),
        some.map(() => null),
        source.of.key.attribute,
        run,
      );
      made.forEach(({ number }, index) => {
        numbers[some[index] ?? 0] = number;
        noteCreated(state, source.of, number);
      });
    }
  }
}

async function makeGiven(state: ImportState, of: Resource, numbers: number[], run: Run): Promise<void> {
  await reserveNumbers(of, Math.max(...numbers), run);
  for (let done = 0; done < numbers.length; done += AT_ONCE) {
    const some = numbers.slice(done, done + AT_ONCE);
    const stored = await existing(of, some, run);
    const missing = some.filter((number) => !stored.has(number));
    if (missing.length === 0) continue;
    for (const { number } of await insertEntries(model(of.uid), missing, of.key.attribute, run))
      noteCreated(state, of, number);
  }
}

const noteCreated = (state: ImportState, of: Resource, number: number): void => {
  entryOf(state.created, of, () => new Set<number>()).add(number);
};
