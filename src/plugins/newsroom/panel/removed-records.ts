import { isObject, type Json, type JsonObject } from '../../../common/json';
import { panelOf } from '../shared/panels';
import type { DeletedRecords } from './strapi/delete-questions';

/** The records that a save of a form takes out of lists to whose record they belong, by content type. */
export function removedIn(uid: string, values: Json | undefined): DeletedRecords[] {
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
