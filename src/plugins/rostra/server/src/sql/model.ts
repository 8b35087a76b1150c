/** The part of Strapi's database metadata that SQL needs: names of tables and columns. */
export interface Model {
  uid: string;
  tableName: string;
  attributes: Record<string, ModelAttribute>;
  /** The model of a relation's records; default: that of its target. Lets statements be traced while they are composed. */
  follow?(attribute: string, target: string): Model;
}

interface ModelAttribute {
  type: string;
  columnName?: string;
  target?: string;
  relation?: string;
  mappedBy?: string;
  inversedBy?: string;
  joinColumn?: { name: string };
  joinTable?: {
    name: string;
    joinColumn: { name: string };
    inverseJoinColumn: { name: string };
    orderColumnName?: string;
    inverseOrderColumnName?: string;
    on?: Record<string, string>;
  };
}

/** The link table and columns that lead from the rows of one model to those of another. */
export interface Relation {
  table: string;
  source: string;
  target: string;
  order?: string;
  /** The order column of the other side, in a bidirectional relation. */
  inverseOrder?: string;
  /** Fixed values of the link rows: components share one table and differ by `field`. */
  on: Record<string, string>;
  to: Model;
  isComponent: boolean;
}

let lookUp: ((uid: string) => Model) | undefined;

/** Sets the source of metadata; called once, after Strapi has loaded its models. */
export function useModels(source: (uid: string) => Model): void {
  lookUp = source;
}

/** The model of a content type or component. Throws before Strapi has loaded its models. */
export function modelOf(uid: string): Model {
  if (!lookUp) throw new Error('models are not available before Strapi has loaded them');
  return lookUp(uid);
}

/** The column of a plain attribute. Throws if there is none. */
export function columnOf(model: Model, attribute: string): string {
  const found = model.attributes[attribute]?.columnName;
  if (!found) throw new Error(`${model.uid} has no column for "${attribute}"`);
  return found;
}

/** The column of a to-one relation without a link table. Throws if there is none. */
export function joinColumnOf(model: Model, attribute: string): string {
  const found = model.attributes[attribute]?.joinColumn?.name;
  if (!found) throw new Error(`${model.uid} has no column for the relation "${attribute}"`);
  return found;
}

/** The relation or component of an attribute. Throws if there is none. */
export function relationOf(model: Model, attribute: string): Relation {
  const found = model.attributes[attribute];
  if (!found?.joinTable || !found.target) throw new Error(`${model.uid} has no relation "${attribute}"`);
  const { joinTable } = found;
  return {
    table: joinTable.name,
    source: joinTable.joinColumn.name,
    target: joinTable.inverseJoinColumn.name,
    order: joinTable.orderColumnName,
    inverseOrder: joinTable.inverseOrderColumnName,
    on: joinTable.on ?? {},
    to: model.follow?.(attribute, found.target) ?? modelOf(found.target),
    isComponent: joinTable.on !== undefined,
  };
}
