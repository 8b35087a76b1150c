import path from 'node:path';
import type { StoredPlan } from '../../../plugins/rostra/server/src/plan/file';
import type { Summary } from '../../../plugins/rostra/server/src/plan/types';
import { placeText } from '../print-values';
import { element, escaped } from './markup';
import { nameOf } from './names';
import type { PageWords } from './words';

/** The stored records that get an identifier at the source of the import. */
export async function* identifiedHtml(
  plan: Pick<StoredPlan, 'identified'>,
  { sourceName = '', identifiedCount }: Pick<Summary, 'sourceName' | 'identifiedCount'>,
  words: PageWords,
): AsyncIterable<string> {
  if (identifiedCount === 0) return;
  yield element('h2', escaped(`${words.texts.identified(sourceName)} (${identifiedCount})`));
  yield '<ul>';
  for await (const { resource, number, externalId, former, by, file, ...place } of plan.identified()) {
    if (!by) continue;
    const where = element('small', escaped(placeText({ ...place, file: path.basename(file) })));
    const values = [...(former === undefined ? [] : [former]), externalId].map((text) =>
      element('code', escaped(text)),
    );
    yield element('li', `${escaped(`${nameOf(resource, words)} ${number}`)}: ${values.join(' → ')} ${where}`);
  }
  yield '</ul>';
}
