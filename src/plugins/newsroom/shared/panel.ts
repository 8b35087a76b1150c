/*
 * Declares how the panel shows a content type or a component: its texts in two languages, its form and its list.
 * Pure data: the server makes layouts of it, the panel texts in the editor's language.
 */

/** A text in the panel's two languages: Traditional Chinese as written in Taiwan, and English. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

export type Language = keyof Text;

/** The tasks that group the panel's navigation, in display order. */
export const tasks = {
  legislature: { zh: '立法院', en: 'Legislature' },
  topics: { zh: '議題與法案', en: 'Topics and bills' },
  positions: { zh: '委員表態', en: 'Positions' },
  content: { zh: '內容', en: 'Content' },
  analysis: { zh: '分析', en: 'Analysis' },
  citizens: { zh: '公民', en: 'Citizens' },
} as const satisfies Record<string, Text>;

export type Task = keyof typeof tasks;

/** A field's label, with a hint where the label is not enough, and the labels of its values. */
export interface FieldPanel extends Text {
  readonly hint?: Text;
  readonly placeholder?: Text;
  /** Labels of values: all of an enumeration, the usual ones of free text. */
  readonly values?: Readonly<Record<string, Text>>;
  /** Labels of the fields of its rows, if they are stored as JSON. */
  readonly rows?: Readonly<Record<string, Text>>;
  /** A point in time whose time of day matters; the panel shows others as days. */
  readonly hasTime?: true;
  /** Refused when empty. For relations, which the schema cannot mark as required. */
  readonly required?: true;
  /** The content type of the records in it if they belong to this one: the service deletes those that a form removes. */
  readonly children?: AnyPanel['uid'];
  /** Maintained by the service: shown, never edited. */
  readonly readOnly?: true;
}

/** A filter of the API that the content type's list offers, too; it means there what it means in the API. */
export interface FilterPanel extends Text {
  /** The content type whose record is chosen; the value is its public identifier. */
  readonly of?: AnyPanel['uid'];
  /** What is chosen among, by the values that the API takes; without this and `of`, it is typed. */
  readonly values?: Readonly<Record<string, Text>>;
  /** A whole number is typed. */
  readonly isNumber?: true;
  /** What it tells something of, as attributes: nobody filters by what he may not read. */
  readonly reads: readonly string[];
  /** The same of other content types. */
  readonly readsOf?: Readonly<Record<`api::${string}.${string}`, readonly string[]>>;
}

/** Width of each field in columns of Strapi's 12-column grid, in display order. */
export type Row<Name extends string> = { readonly [K in Name]?: number };

/** A titled group of fields in the form. */
export interface Group<Name extends string> {
  readonly title: Text;
  readonly rows: readonly Row<Name>[];
}

interface Schema {
  readonly attributes: object;
}

/** Attributes that the service maintains and no form edits; same labels in every content type. */
export const internal = {
  number: { zh: '編號', en: 'ID' },
  record_title: {
    zh: '顯示名稱',
    en: 'Display name',
    hint: { zh: '由系統依其他欄位組成。', en: 'Made of other fields by the service.' },
    readOnly: true,
  },
} as const satisfies Record<string, FieldPanel>;

/** Attributes that Strapi adds to every content type. */
const strapiAttributes = {
  id: { zh: '內部編號', en: 'Internal ID' },
  documentId: { zh: '文件識別碼', en: 'Document ID' },
  createdAt: { zh: '建立時間', en: 'Created', hasTime: true },
  updatedAt: { zh: '更新時間', en: 'Updated', hasTime: true },
  createdBy: { zh: '建立者', en: 'Created by' },
  updatedBy: { zh: '更新者', en: 'Updated by' },
} as const satisfies Record<string, FieldPanel>;

type Internal = keyof typeof internal;
type Listed<S extends Schema> = (keyof S['attributes'] & string) | keyof typeof strapiAttributes;
type Editable<S extends Schema> = Exclude<keyof S['attributes'] & string, Internal>;

/** How the panel shows a content type. `S` is the type of its `schema.json`. */
export interface Panel<S extends Schema> {
  readonly uid: `api::${string}.${string}`;
  readonly name: Text;
  readonly plural: Text;
  /** One line of description. */
  readonly summary: Text;
  readonly task: Task;
  /** Supports other content types and is seldom edited directly. */
  readonly helper?: true;
  /** Holds addresses of people, which must not stay in a browser: no drafts. */
  readonly isPersonal?: true;
  readonly fields: Readonly<Record<Editable<S>, FieldPanel>>;
  /** The attribute shown as the record's title in pickers and headings. */
  readonly main: Listed<S>;
  readonly list: {
    readonly columns: readonly Listed<S>[];
    readonly sort: readonly [Listed<S>, 'ASC' | 'DESC'];
    readonly pageSize?: 10 | 20 | 50 | 100;
    /** The label of a last column with the `details`; without it there is none. */
    readonly details?: Text;
  };
  /** Relations to many, or to one by a link table: a search finds the record by the names of those, too. */
  readonly search?: readonly Editable<S>[];
  /** What tells namesakes apart in the search box: attributes, and those of nested rows (`parties.party`). */
  readonly details?: readonly (Editable<S> | `${Editable<S>}.${string}`)[];
  /** By the names that they have in the API. */
  readonly filters?: Readonly<Record<string, FilterPanel & { readonly reads: readonly Editable<S>[] }>>;
  readonly groups: readonly Group<Editable<S>>[];
}

/** How the panel shows a component: rows within a form, without a list or groups. */
export interface ComponentPanel<S extends Schema> {
  readonly uid: `${string}.${string}`;
  readonly name: Text;
  readonly fields: Readonly<Record<Editable<S>, FieldPanel>>;
  /** The attribute that a collapsed row shows; `id` if there is none. No relation: Strapi's form cannot show one there. */
  readonly main: Editable<S> | 'id';
  readonly rows: readonly Row<Editable<S>>[];
}

/** A panel declaration without its schema type. */
export interface AnyPanel
  extends Omit<Panel<Schema>, 'fields' | 'main' | 'list' | 'groups' | 'search' | 'details' | 'filters'> {
  readonly search?: readonly string[];
  readonly filters?: Readonly<Record<string, FilterPanel>>;
  readonly details?: readonly string[];
  readonly fields: Readonly<Record<string, FieldPanel>>;
  readonly main: string;
  readonly list: {
    readonly columns: readonly string[];
    readonly sort: readonly [string, 'ASC' | 'DESC'];
    readonly pageSize?: number;
    readonly details?: Text;
  };
  readonly groups: readonly Group<string>[];
}

export interface AnyComponentPanel extends Omit<ComponentPanel<Schema>, 'fields' | 'main' | 'rows'> {
  readonly fields: Readonly<Record<string, FieldPanel>>;
  readonly main: string;
  readonly rows: readonly Row<string>[];
}

/** Declares how the panel shows a content type: `definePanel<typeof schema>({…})`. */
export const definePanel = <S extends Schema>(panel: Panel<S>): AnyPanel => panel as AnyPanel;

/** Declares how the panel shows a component. */
export const defineComponentPanel = <S extends Schema>(panel: ComponentPanel<S>): AnyComponentPanel =>
  panel as AnyComponentPanel;

/** Joins both languages, for texts that Strapi stores once for all editors. */
export const both = ({ zh, en }: Text): string => (zh === en ? zh : `${zh} ${en}`);

/** Returns all labelled fields of a content type, its own first. */
export const fieldsOf = (panel: AnyPanel): Readonly<Record<string, FieldPanel>> => ({
  ...panel.fields,
  ...internal,
  ...strapiAttributes,
});
