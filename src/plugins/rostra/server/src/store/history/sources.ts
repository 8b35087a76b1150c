import { attributeOf } from '../../fields/field';
import type { Resource } from '../../resource/resource';
import { type Model, modelOf, type Relation, relationOf } from '../../sql/model';
import { freshAlias, type Scope } from '../../sql/scope';
import { object, type Sql, sql } from '../../sql/sql';

/** A table that a canonical record is read from, and the relations that lead from its rows to further tables. */
export interface Source {
  model: Model;
  /** The attributes whose columns are read. */
  columns: Set<string>;
  relations: Map<string, Source>;
}

/** SQL: the canonical record of the scope's row as history records it: every stored field except the identifier. */
export const stateOf = (resource: Resource, scope: Scope): Sql => fieldsOf(resource, recordedFields(resource), scope);

/** SQL: some fields of this record. */
export const fieldsOf = ({ fields }: Resource, names: string[], scope: Scope): Sql =>
  object(
    Object.fromEntries(
      names.flatMap((name) => {
        const field = fields[name];
        return field ? [[name, (field.state ?? field.read)(scope, attributeOf(name, field))]] : [];
      }),
    ),
  );

/** The names of its fields. */
export const recordedFields = ({ fields, key }: Resource): string[] =>
  Object.keys(fields).filter((name) => name !== key.name && !fields[name]?.isDerived);

/** The tables that fields of a resource's canonical record are read from: found by composing their statement, so that none is forgotten. */
export function sourceOf(resource: Resource, names = recordedFields(resource)): Source {
  const { traced, source } = trace(modelOf(resource.uid));
  fieldsOf(resource, names, { model: traced, alias: freshAlias() });
  return source;
}

/** A copy of a model that notes which columns and relations are read of it. */
function trace(model: Model): { traced: Model; source: Source } {
  const source: Source = { model, columns: new Set(), relations: new Map() };
  const followed = new Map<string, Model>();
  const attributes = new Proxy(model.attributes, {
    get: (target, name: string) => {
      if (target[name]?.columnName) source.columns.add(name);
      return target[name];
    },
  });
  const follow = (attribute: string, target: string): Model => {
    const known = followed.get(attribute);
    if (known) return known;
    const next = trace(modelOf(target));
    followed.set(attribute, next.traced);
    source.relations.set(attribute, next.source);
    return next.traced;
  };
  return { traced: { ...model, attributes, follow }, source };
}

/** A change of a table's rows that can change records: the table, and SQL for the row ids of the records. */
export interface Dependency {
  table: string;
  /** The section of the records that is read from it: the attribute where the path to it begins. */
  section: string;
  /** Whether the rows are links, whose old and new ends both count. */
  isLink: boolean;
  /** SQL: a query of the row ids of the records that rows of `changed` belong to. */
  rowIds: Sql;
  /** SQL: a query of the row ids in the table that belong to the records in `changed`; of links none. */
  parts?: Sql;
  /** The components that the rows are, or belong to. */
  holder?: Holder;
}

/** Components of a resource's records. Another transaction may give them to another record while one changes them. */
export interface Holder {
  /** The path of attributes that leads to them. */
  path: string;
  /** The section that they belong to. */
  section: string;
  /** SQL: a query of the ids of those that rows of `changed` are, or belong to. */
  ids: Sql;
  /** SQL: a query of the row ids of the records that the components in `changed` belong to. */
  rowIds: Sql;
}

/**
 * The tables besides the resource's own whose rows its records are made of. `isIdentifier` tells whether an attribute only
 * identifies a record: it never changes.
 */
export function dependenciesOf(
  source: Source,
  isIdentifier: (model: Model, attribute: string) => boolean,
): Dependency[] {
  const found: Dependency[] = [];
  const visit = (at: Source, path: Relation[], names: string[]): void => {
    for (const [attribute, next] of at.relations) {
      const relation = relationOf(at.model, attribute);
      const steps = [...path, relation];
      const attributes = [...names, attribute];
      const [section = attribute] = attributes;
      const holder = path.at(-1)?.isComponent ? { holder: holderOf(path, names, holdersOfLinks(relation)) } : {};
      found.push({ table: relation.table, section, isLink: true, rowIds: ownersOfLinks(steps), ...holder });
      const reads = [...next.columns].some((column) => !isIdentifier(next.model, column));
      const rows = {
        table: next.model.tableName,
        section,
        isLink: false,
        rowIds: ownersOfRows(steps),
        parts: partsOf(steps),
      };
      if (relation.isComponent)
        found.push({ ...rows, holder: holderOf(steps, attributes, sql`select changed.id from changed`) });
      else if (reads) found.push(rows);
      visit(next, steps, attributes);
    }
  };
  visit(source, [], []);
  return found;
}

const holderOf = (steps: Relation[], attributes: string[], ids: Sql): Holder => ({
  path: attributes.join('.'),
  section: attributes[0] ?? '',
  ids,
  rowIds: ownersOfRows(steps),
});

/** The components that changed links lead from. */
function holdersOfLinks(link: Relation): Sql {
  const source = sql.id('changed', link.source);
  return sql`select ${source} from changed where ${sql.join([...on('changed', link), sql`${source} is not null`], sql` and `)}`;
}

const on = (alias: string, { on: fixed }: Relation): Sql[] =>
  Object.entries(fixed).map(([name, value]) => sql`${sql.id(alias, name)} = ${sql.lit(value)}`);

/** Walks back from changed links, the last of the steps, to the rows at the beginning of the first one. */
function ownersOfLinks(steps: Relation[]): Sql {
  const last = steps.at(-1) as Relation;
  return walkBack(steps.slice(0, -1), 'changed', last.source, on('changed', last));
}

/** Walks back from changed rows at the end of the steps. */
const ownersOfRows = (steps: Relation[]): Sql => walkBack(steps, 'changed', 'id', []);

/** Walks from `changed` records along the steps to the rows at their end. */
function partsOf(steps: Relation[]): Sql {
  let at = sql.id('changed', 'id') as Sql;
  let tables = sql`${sql.id('changed')}` as Sql;
  const filters: Sql[] = [];
  for (const step of steps) {
    const alias = freshAlias('l');
    tables = sql`${tables} join ${sql.id(step.table)} ${sql.id(alias)} on ${sql.id(alias, step.source)} = ${at}`;
    filters.push(...on(alias, step));
    at = sql.id(alias, step.target);
  }
  filters.push(sql`${at} is not null`);
  return sql`select ${at} from ${tables} where ${sql.join(filters, sql` and `)}`;
}

function walkBack(steps: Relation[], from: string, column: string, conditions: Sql[]): Sql {
  let at = sql.id(from, column) as Sql;
  let tables = sql`${sql.id(from)}` as Sql;
  const filters = [...conditions];
  for (const step of [...steps].reverse()) {
    const alias = freshAlias('l');
    tables = sql`${tables} join ${sql.id(step.table)} ${sql.id(alias)} on ${sql.id(alias, step.target)} = ${at}`;
    filters.push(...on(alias, step));
    at = sql.id(alias, step.source);
  }
  filters.push(sql`${at} is not null`);
  return sql`select ${at} from ${tables} where ${sql.join(filters, sql` and `)}`;
}
