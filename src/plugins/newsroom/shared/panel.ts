/*
 * What the panel shows of a content type or a component: its words in two languages, its form and its list.
 * Pure data, read by the server (layouts) and by the panel (texts that follow the editor's language).
 */

import type { Label } from './label';

/** Words in the panel's two languages: Traditional Chinese as written in Taiwan, and English. */
export type Text = Readonly<Label>;

export type Language = keyof Text;

/** The tasks by which the panel is ordered, in their order. */
export const tasks = {
  legislature: { zh: '立法院', en: 'Legislature' },
  topics: { zh: '議題與法案', en: 'Topics and bills' },
  positions: { zh: '委員表態', en: 'Positions' },
  content: { zh: '內容', en: 'Content' },
  analysis: { zh: '分析', en: 'Analysis' },
  citizens: { zh: '公民', en: 'Citizens' },
} as const satisfies Record<string, Text>;

export type Task = keyof typeof tasks;

/** A field's label; a hint where the label does not say enough; the labels of its values. */
export interface FieldPanel extends Text {
  readonly hint?: Text;
  readonly placeholder?: Text;
  /** Labels of values: every one of an enumeration, the usual ones of an open text. */
  readonly values?: Readonly<Record<string, Text>>;
  /** A point in time of which the time of day matters; others are days. */
  readonly hasTime?: true;
  /** Refused when empty, though the schema cannot say so of a relation. */
  readonly required?: true;
  /** Kept by the service: shown, never edited. */
  readonly readOnly?: true;
}

/** Columns of Strapi's grid of 12 by field, in the order of the row. */
export type Row<Name extends string> = { readonly [K in Name]?: number };

/** A part of the form, under its title. */
export interface Group<Name extends string> {
  readonly title: Text;
  readonly rows: readonly Row<Name>[];
}

interface Schema {
  readonly attributes: object;
}

/** Attributes that the service keeps and no form asks for; their labels are the same everywhere. */
export const internal = {
  number: { zh: '編號', en: 'ID' },
  record_title: {
    zh: '顯示名稱',
    en: 'Display name',
    hint: { zh: '由系統依其他欄位組成。', en: 'Made of other fields by the service.' },
    readOnly: true,
  },
} as const satisfies Record<string, FieldPanel>;

/** What Strapi adds to every content type. */
export const added = {
  id: { zh: '內部編號', en: 'Internal ID' },
  documentId: { zh: '文件識別碼', en: 'Document ID' },
  createdAt: { zh: '建立時間', en: 'Created', hasTime: true },
  updatedAt: { zh: '更新時間', en: 'Updated', hasTime: true },
  createdBy: { zh: '建立者', en: 'Created by' },
  updatedBy: { zh: '更新者', en: 'Updated by' },
} as const satisfies Record<string, FieldPanel>;

type Internal = keyof typeof internal;
type Listed<S extends Schema> = (keyof S['attributes'] & string) | keyof typeof added;
type Asked<S extends Schema> = Exclude<keyof S['attributes'] & string, Internal>;

/** A content type in the panel. `S` is the type of its `schema.json`. */
export interface Panel<S extends Schema> {
  readonly uid: `api::${string}.${string}`;
  readonly name: Text;
  readonly plural: Text;
  /** One line that says what it is. */
  readonly summary: Text;
  readonly task: Task;
  /** Needed by others, seldom edited for itself. */
  readonly helper?: true;
  readonly fields: Readonly<Record<Asked<S>, FieldPanel>>;
  /** The attribute by which a record is known in pickers and headings. */
  readonly main: Listed<S>;
  readonly list: {
    readonly columns: readonly Listed<S>[];
    readonly sort: readonly [Listed<S>, 'ASC' | 'DESC'];
    readonly pageSize?: 10 | 20 | 50 | 100;
  };
  readonly groups: readonly Group<Asked<S>>[];
}

/** A component in the panel: rows within a form, with no list and no groups of their own. */
export interface ComponentPanel<S extends Schema> {
  readonly uid: `${string}.${string}`;
  readonly name: Text;
  readonly fields: Readonly<Record<Asked<S>, FieldPanel>>;
  /** What a folded row shows: a plain value, since Strapi's form cannot show a relation there; `id` when it has none. */
  readonly main: Asked<S> | 'id';
  readonly rows: readonly Row<Asked<S>>[];
}

/** A panel whose schema does not matter to the reader. */
export interface AnyPanel extends Omit<Panel<Schema>, 'fields' | 'main' | 'list' | 'groups'> {
  readonly fields: Readonly<Record<string, FieldPanel>>;
  readonly main: string;
  readonly list: {
    readonly columns: readonly string[];
    readonly sort: readonly [string, 'ASC' | 'DESC'];
    readonly pageSize?: number;
  };
  readonly groups: readonly Group<string>[];
}

export interface AnyComponentPanel extends Omit<ComponentPanel<Schema>, 'fields' | 'main' | 'rows'> {
  readonly fields: Readonly<Record<string, FieldPanel>>;
  readonly main: string;
  readonly rows: readonly Row<string>[];
}

/** Declares what the panel shows of a content type: `definePanel<typeof schema>({…})`. */
export const definePanel = <S extends Schema>(panel: Panel<S>): AnyPanel => panel as AnyPanel;

/** Declares what the panel shows of a component. */
export const defineComponentPanel = <S extends Schema>(panel: ComponentPanel<S>): AnyComponentPanel =>
  panel as AnyComponentPanel;

/** Both languages at once, where Strapi cannot follow the editor's. */
export const both = ({ zh, en }: Text): string => (zh === en ? zh : `${zh} ${en}`);

/** Every field of a content type that has a label, its own ones first. */
export const fieldsOf = (panel: AnyPanel): Readonly<Record<string, FieldPanel>> => ({
  ...panel.fields,
  ...internal,
  ...added,
});
