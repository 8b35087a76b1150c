import { isObject, type JsonObject, tryParseJson } from '../../../../../common/json';
import { openQuestions } from '../../../panel/questions';
import type { DeletedRecords } from '../../../panel/strapi/delete-questions';
import { refused } from '../../../panel/strapi/unsaved';
import { writeIn } from '../../../panel/strapi/writes';
import { UNSHOWN } from '../../../panel/unshown';
import { panelOf } from '../../../shared/panels';

/** What the dialog asks: whether a save is meant to delete these records. */
export const questions = openQuestions<DeletedRecords[], boolean>(false);

/** Asks before a form is saved that has removed records from a list to whose record they belong: the service deletes them. */
export function askBeforeChildrenGo(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const uid = init?.method === 'PUT' ? writeIn(input, init)?.uid : undefined;
    const removed = uid === undefined ? [] : removedIn(uid, init?.body);
    // A save that its editor gives up leaves the form as it is.
    if (removed.length > 0 && !(await questions.open()(removed))) return refused(409, UNSHOWN);
    return send(input, init);
  };
}

/** The records that a save of a form takes out of lists to whose record they belong, by content type. */
export function removedIn(uid: string, body: unknown): DeletedRecords[] {
  const values = typeof body === 'string' ? tryParseJson(body) : undefined;
  if (!isObject(values)) return [];
  return Object.entries(panelOf(uid)?.fields ?? {}).flatMap(([name, { children }]) => {
    if (!children) return [];
    const [gone, kept] = (['disconnect', 'connect'] as const).map((side) => documentsIn(values[name], side));
    const documentIds = gone?.filter((each) => !kept?.includes(each)) ?? [];
    return documentIds.length > 0 ? [{ uid: children, documentIds }] : [];
  });
}

function documentsIn(relation: JsonObject[string] | undefined, side: 'connect' | 'disconnect'): string[] {
  const records = isObject(relation) ? relation[side] : undefined;
  if (!Array.isArray(records)) return [];
  return records.flatMap((record) =>
    isObject(record) && typeof record.documentId === 'string' ? [record.documentId] : [],
  );
}
