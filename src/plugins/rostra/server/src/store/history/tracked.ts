import { createHash } from 'node:crypto';
import type { Resource } from '../../resource/resource';
import { columnOf, modelOf } from '../../sql/model';
import { compile, type Sql, sql } from '../../sql/sql';
import { type Dependency, type Holder, stateOf } from './sources';

/** A function of the database: its signature and its body, by which a changed one is known. */
export interface DatabaseFunction {
  name: string;
  signature: string;
  language: 'plpgsql' | 'sql stable';
  body: string;
}

/** What history knows of a resource. */
export interface Tracked {
  resource: Resource;
  table: string;
  /** The column of the public identifier. */
  key: string;
  dependencies: Dependency[];
  /** Names the form of its state: changes with the declaration. */
  shape: string;
}

export const stateFunction = (name: string): string => `rostra_state_${name}`;
export const lockFunction = (name: string): string => `rostra_lock_${name}`;
export const recordFunction = (name: string): string => `rostra_record_${name}`;
export const COMMIT_FUNCTION = 'rostra_record_changes';
/** What the names of all functions of history begin with. */
export const PREFIXES = ['rostra_mark_', 'rostra_state_', 'rostra_lock_', 'rostra_record_'];

/** What marks have in place of the name of the resource if only a section of the record may have changed. */
export const sectionMark = ({ name }: Resource, section: string): string => `${name}:${section}`;

/** What marks of components have in place of the name of the resource. */
export const holderMark = ({ name }: Resource, { path }: Holder): string => `${name}/${path}`;

/** The text of a fragment, with aliases numbered from 1 so that equal fragments have equal texts. */
export function textOf(fragment: Sql): string {
  const names = new Map<string, string>();
  return compile(fragment).text.replaceAll(/"([tl])\d+"/g, (alias, kind) => {
    if (!names.has(alias)) names.set(alias, `"${kind}${names.size + 1}"`);
    return names.get(alias) as string;
  });
}

/** The text of a resource's state for the row `record` of its table. */
export const stateText = (resource: Resource): string =>
  textOf(sql`${stateOf(resource, { model: modelOf(resource.uid), alias: 'record' })}`);

/** Describes what history tracks of a resource. */
export function tracked(resource: Resource, dependencies: Dependency[]): Tracked {
  const model = modelOf(resource.uid);
  return {
    resource,
    table: model.tableName,
    key: columnOf(model, resource.key.attribute),
    dependencies,
    shape: createHash('sha256').update(stateText(resource)).digest('hex').slice(0, 8),
  };
}
