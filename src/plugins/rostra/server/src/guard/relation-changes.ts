import { isObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { type Model, modelOf } from '../sql/model';

type Data = Record<string, unknown>;

/** What the panel sends of a relation. */
export type RelationChange = { connect?: unknown; disconnect?: unknown };

/** A relation in a form. */
export interface Relation {
  isToOne: boolean;
  /** The content type that it refers to. */
  target: string;
  /** Where the form has it: `['legislative_steps', '0', 'legislative_step']`. */
  path: string[];
}

/**
 * Empties the to-one relations of a record and of its nested rows that the panel disconnects: it names the record that its form has shown, and
 * Strapi would leave one that others have linked since.
 */
export const emptyDisconnected = (uid: string, data: Data): Data =>
  mapChanges(modelOf(uid), data, (change, { isToOne }) =>
    isToOne && lengthOf(change.connect) === 0 && lengthOf(change.disconnect) > 0 ? null : change,
  );

/** Lets whom a form puts next to somebody whom others have removed come last: Strapi would refuse it. */
export const withoutNeighbours = (uid: string, data: Data): Data =>
  mapChanges(modelOf(uid), data, (change) =>
    Array.isArray(change.connect) ? { ...change, options: { strict: false } } : change,
  );

/** Maps the changes of the relations of a record, and of its nested rows. */
export function mapChanges(
  model: Model,
  data: Data,
  map: (change: RelationChange, relation: Relation) => unknown,
  path: string[] = [],
): Data {
  return mapValues(data, (value, name) => {
    const { relation, target } = model.attributes[name] ?? {};
    if (relation === undefined || target === undefined) return value;
    if (Array.isArray(value))
      return value.map((row: unknown, index) =>
        isObject(row) ? mapChanges(modelOf(target), row, map, [...path, name, String(index)]) : row,
      );
    const isChange = isObject(value) && ('connect' in value || 'disconnect' in value);
    return isChange ? map(value, { isToOne: relation.endsWith('ToOne'), target, path: [...path, name] }) : value;
  });
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
