/** The part of Strapi's database metadata that hand-written SQL needs: the real names of tables and columns. */
export interface Model {
  uid: string;
  tableName: string;
  attributes: Record<string, ModelAttribute>;
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

/** How to walk from the rows of one model to those of another: through which table and columns. */
export interface Relation {
  table: string;
  source: string;
  target: string;
  order?: string;
  /** The order column of the other side, in a relation that both sides know. */
  inverseOrder?: string;
  /** Fixed values of the link rows: components share one table, told apart by `field`. */
  on: Record<string, string>;
  to: Model;
  isComponent: boolean;
}

let lookUp: ((uid: string) => Model) | undefined;

/** Gives this module its source of metadata; called once, when Strapi has loaded its models. */
export function useModels(source: (uid: string) => Model): void {
  lookUp = source;
}

/** The model of a content type or component. */
export function model(uid: string): Model {
  if (!lookUp) throw new Error('the models are known only after Strapi has loaded them');
  return lookUp(uid);
}

/** The column of a plain attribute. */
export function columnOf(of: Model, attribute: string): string {
  const found = of.attributes[attribute]?.columnName;
  if (!found) throw new Error(`${of.uid} has no column for "${attribute}"`);
  return found;
}

/** The column of a to-one relation that is kept without a link table. */
export function joinColumnOf(of: Model, attribute: string): string {
  const found = of.attributes[attribute]?.joinColumn?.name;
  if (!found) throw new Error(`${of.uid} has no column for the relation "${attribute}"`);
  return found;
}

/** The relation or component behind an attribute. */
export function relationOf(of: Model, attribute: string): Relation {
  const found = of.attributes[attribute];
  if (!found?.joinTable || !found.target) throw new Error(`${of.uid} has no relation "${attribute}"`);
  const { joinTable } = found;
  return {
    table: joinTable.name,
    source: joinTable.joinColumn.name,
    target: joinTable.inverseJoinColumn.name,
    order: joinTable.orderColumnName,
    inverseOrder: joinTable.inverseOrderColumnName,
    on: joinTable.on ?? {},
    to: model(found.target),
    isComponent: joinTable.on !== undefined,
  };
}
