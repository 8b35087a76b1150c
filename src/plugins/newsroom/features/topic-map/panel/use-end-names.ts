import type { Json, JsonObject } from '../../../../../common/json';
import type { MapNode } from '../shared/topic-map';
import { nodeOfKey } from './graph';
import { useWords } from './words';

/** Returns the names of the ends that a draft holds by their keys. */
export function useEndNames(nodes: MapNode[]) {
  const { nameOf, text } = useWords();
  const nameAt = (key: Json | undefined): string | null =>
    typeof key === 'string' ? nameOf(nodes.find((each) => each.key === key) ?? nodeOfKey(key)) : null;
  return {
    /** A relation by its two ends, such as `勞動 → 勞動基準法`. */
    relationName: ({ from, to, is_directional }: JsonObject): string =>
      [from, to].map((key) => nameAt(key) ?? text('end.none')).join(is_directional === false ? ' ↔ ' : ' → '),
    /** Values with names in place of keys. */
    withNames: (values: JsonObject): JsonObject => ({
      ...values,
      ...('from' in values && { from: nameAt(values.from) }),
      ...('to' in values && { to: nameAt(values.to) }),
    }),
  };
}
