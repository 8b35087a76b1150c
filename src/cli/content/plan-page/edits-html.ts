import path from 'node:path';
import { isEqual, type JsonObject } from '../../../common/json';
import type { FindNew } from '../../../plugins/newsroom/features/history/server/new-names';
import { nameRecords, readsAll } from '../../../plugins/newsroom/features/history/server/reader';
import { differenceOf } from '../../../plugins/newsroom/features/history/shared/difference-of';
import { titleOf } from '../../../plugins/newsroom/shared/panels';
import type { PlanEdit } from '../../../plugins/rostra/server/src/plan/types';
import { resourceByName } from '../../../plugins/rostra/server/src/resource/registry';
import { run } from '../../../plugins/rostra/server/src/store/database';
import { fieldOfEdit, namesInEdits, valuesOfEdit } from '../edit-values';
import { whoText } from '../who-when';
import { differenceHtml, type FieldContext, valueHtml } from './difference-html';
import { element, escaped } from './markup';
import { nameOf as resourceNameOf } from './names';
import type { PageWords } from './words';

/** The things that are named together. */
const CHUNK = 200;

interface EditsContext {
  words: PageWords;
  findNew: FindNew | undefined;
}

/** What people have done since the last import, as HTML. */
export async function* editsHtml(
  edits: AsyncIterable<PlanEdit> | Iterable<PlanEdit>,
  context: EditsContext,
): AsyncIterable<string> {
  const { words } = context;
  let chunk: PlanEdit[] = [];
  let isFirst = true;
  const flush = async (): Promise<string> => {
    const heading = isFirst ? element('h2', escaped(words.texts.edits)) : '';
    isFirst = false;
    const html = await articlesOf(chunk, context);
    chunk = [];
    return heading + html;
  };
  for await (const edit of edits) {
    chunk.push(edit);
    if (chunk.length >= CHUNK) yield await flush();
  }
  if (chunk.length > 0) yield await flush();
}

async function articlesOf(edits: PlanEdit[], { words, findNew }: EditsContext): Promise<string> {
  const [names, nameOf] = await Promise.all([
    namesInEdits(edits, findNew),
    nameRecords(
      readsAll,
      edits.map(({ resource, number }) => ({ resource, publicId: number })),
      run,
    ),
  ]);
  const { texts, language } = words;
  return edits
    .map((edit) => {
      const { resource, number, kind, isTaken, by, file, record, line, stay, path: field } = edit;
      const { uid } = resourceByName(resource);
      const title = titleOf(uid, nameOf({ resource, publicId: number }), language);
      const state = texts.editKinds[kind][isTaken ? 1 : 0];
      const who = by ? whoText(by, texts) : '';
      const at = record > 0 ? texts.place(record, line) : '';
      const place = [stay ? stayText(stay, words) : '', who, path.basename(file), at].filter(Boolean).join(' · ');
      const head = `${escaped(title)} ${element('small', String(number))} ${element('span', escaped(state), 'badge')} ${element('small', escaped(place))}`;
      const context = { uid, field: fieldOfEdit(edit), names, words };
      return element('article', element('h3', head) + (field === '' ? '' : sidesHtml(edit, context)));
    })
    .join('');
}

/** Why a record that the source no longer has stays. */
function stayText({ reason, sources = [], user, dependent }: NonNullable<PlanEdit['stay']>, words: PageWords): string {
  const { texts } = words;
  const textOf = (record: { resource: string; number: number }) =>
    `${resourceNameOf(record.resource, words)} ${record.number}`;
  return (
    (dependent ? texts.dependent(textOf(dependent)) : '') +
    texts.stays[reason](user ? textOf(user) : sources.join(', '))
  );
}

/** What the last import left, and what differs from it in what is stored and in what the file says. */
function sidesHtml(edit: PlanEdit, context: FieldContext): string {
  const [base, stored, given] = valuesOfEdit(edit);
  const { words, uid, field } = context;
  const side = (label: string, value: JsonObject | null, former: JsonObject | null): string => {
    const html =
      value && former && !isEqual(value, former)
        ? differenceHtml(differenceOf(field, former, value), context)
        : value
          ? valueHtml(value, context)
          : escaped(words.t('value.none'));
    return element('dt', escaped(label)) + element('dd', html);
  };
  const [last, now, file] = words.texts.sides;
  const lines = [
    element('dt', element('strong', escaped(words.fieldOf(uid, field)))) + element('dd', ''),
    ...(base ? [side(last, base, null)] : []),
    side(now, stored, base),
    ...(edit.kind === 'edited' ? [] : [side(file, given, base ?? stored)]),
  ];
  return element('dl', lines.join(''));
}
