import { isEqual, type Json, type JsonObject } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import { type MergedJson, mergeJson } from './merged-json';

/** Rows in JSON that two people have changed, merged, and as the editor has sent them. */
export interface MergedTable extends MergedJson {
  own: Json;
}

/** Merges the lists of rows in JSON that a form writes and others have changed, by the name of their field. */
export const mergeFormTables = (
  resource: Resource,
  data: Record<string, unknown>,
  { shown, theirs }: { shown: JsonObject; theirs: JsonObject },
): Map<string, MergedTable> =>
  new Map(
    Object.entries(resource.fields).flatMap(([name, { inJson }]): [string, MergedTable][] => {
      const own = data[resourceAttribute(resource, name)] as Json | undefined;
      if (!inJson || own === undefined || isEqual(shown[name], theirs[name])) return [];
      const merged = mergeJson({ base: shown[name], mine: own, theirs: theirs[name] }, inJson);
      return merged ? [[name, { ...merged, own }]] : [];
    }),
  );
