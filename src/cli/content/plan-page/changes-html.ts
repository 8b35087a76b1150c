import path from 'node:path';
import { type CompareOptions, compareChanges } from '../../../plugins/newsroom/features/history/server/compared';
import { isReturning } from '../../../plugins/newsroom/features/history/server/new-names';
import { readsAll } from '../../../plugins/newsroom/features/history/server/reader';
import { differenceOf } from '../../../plugins/newsroom/features/history/shared/difference-of';
import { titleOf } from '../../../plugins/newsroom/shared/panels';
import type { StoredPlan } from '../../../plugins/rostra/server/src/plan/file';
import type { Change } from '../../../plugins/rostra/server/src/plan/types';
import { differenceHtml } from './difference-html';
import { element, escaped } from './markup';
import { nameOf } from './names';
import type { PageWords } from './words';

/** The records that are compared together. */
const CHUNK = 200;

/** The changes of a plan, as HTML, with a heading for each resource. */
export async function* changesHtml(
  plan: StoredPlan,
  { words, findNew }: { words: PageWords } & Pick<CompareOptions, 'findNew'>,
): AsyncIterable<string> {
  let resource = '';
  let isEmpty = true;
  for await (const some of chunksOf(plan.changes())) {
    const { rows, names } = await compareChanges(readsAll, some, { findNew });
    for (const { change, uid, fields, before, after, record } of rows) {
      if (isEmpty) yield element('h2', escaped(words.texts.changes));
      isEmpty = false;
      if (resource !== change.resource) yield element('h2', escaped(nameOf(change.resource, words)));
      resource = change.resource;
      const list = fields.map(
        (field) =>
          element('dt', escaped(words.fieldOf(uid, field))) +
          element('dd', differenceHtml(differenceOf(field, before, after), { uid, field, names, words })),
      );
      const title = titleOf(uid, record, words.language);
      const isNameless = change.number < 0 && record.title === undefined;
      yield element(
        'article',
        headHtml(change, isNameless ? typeOf(title) : title, words) +
          (list.length > 0 ? element('dl', list.join('')) : ''),
      );
    }
  }
  if (isEmpty) yield element('p', escaped(words.texts.noChanges));
}

/** The title of a new record that has none, without its provisional identifier. */
const typeOf = (title: string): string => title.replace(/ -\d+$/, '');

/** The head of a record: its title, what happens to it, and where the files have it. */
function headHtml(change: Change, title: string, { texts }: PageWords): string {
  const { number, action, file, record, line, isNamed } = change;
  const state = isReturning(change) ? texts.returns : texts.actions[action];
  const place = [path.basename(file), ...(record > 0 && !isNamed ? [texts.place(record, line)] : [])]
    .filter(Boolean)
    .join(' · ');
  const id = number >= 0 ? ` ${element('small', String(number))}` : '';
  return element(
    'h3',
    `${escaped(title)}${id} ${element('span', escaped(state), 'badge')} ${element('small', escaped(place))}`,
  );
}

async function* chunksOf(changes: AsyncIterable<Change>): AsyncIterable<Change[]> {
  let chunk: Change[] = [];
  for await (const change of changes) {
    chunk.push(change);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
