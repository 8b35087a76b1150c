import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { componentPanels, panels } from './panels';
import { both, type FieldPanel, internal, type Text } from './plugins/newsroom/shared/panel';
import { attributeOf } from './plugins/rostra/server/src/fields/field';
import { resources } from './resources';

interface SchemaAttribute {
  type: string;
  required?: boolean;
  component?: string;
  enum?: string[];
}

interface ContentTypeSchema {
  info: { displayName: string };
  attributes: Record<string, SchemaAttribute>;
}

const read = (path: string): ContentTypeSchema => JSON.parse(readFileSync(join(__dirname, path), 'utf8'));
const FULL_ROW = ['component', 'json'];
const editableFields = ({ attributes }: ContentTypeSchema): string[] =>
  Object.keys(attributes).filter((name) => !(name in internal));

const contentTypes = readdirSync(join(__dirname, 'api'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(__dirname, 'api', entry.name, 'content-types')))
  .map(({ name }) => ({ uid: `api::${name}.${name}`, schema: read(`api/${name}/content-types/${name}/schema.json`) }));

const components = readdirSync(join(__dirname, 'components')).flatMap((category) =>
  readdirSync(join(__dirname, 'components', category))
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      uid: `${category}.${file.replace('.json', '')}`,
      schema: read(`components/${category}/${file}`),
    })),
);

function expectWords(text: Text | undefined) {
  expect(text).toEqual(expect.objectContaining({ zh: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) }));
}

function expectLabels(schema: ContentTypeSchema, fields: Readonly<Record<string, FieldPanel>>) {
  expect(Object.keys(fields).sort()).toEqual(editableFields(schema).sort());
  for (const [name, field] of Object.entries(fields)) {
    for (const words of [field, ...[field.hint, field.placeholder].filter(Boolean)]) expectWords(words);
    for (const value of schema.attributes[name]?.enum ?? []) expectWords(field.values?.[value]);
  }
  for (const language of ['zh', 'en'] as const) {
    const labels = Object.values(fields).map((field) => field[language]);
    expect(labels).toEqual([...new Set(labels)]);
  }
}

function expectPlaces(schema: ContentTypeSchema, rows: readonly Readonly<Record<string, number | undefined>>[]) {
  const placed = rows.flatMap((row) => Object.keys(row));
  expect(placed.sort()).toEqual(editableFields(schema).sort());
  for (const row of rows) {
    expect(Object.values(row).reduce<number>((sum, size) => sum + (size ?? 0), 0)).toBeLessThanOrEqual(12);
    for (const [name, size] of Object.entries(row)) {
      if (FULL_ROW.includes(schema.attributes[name]?.type ?? '')) expect([name, size]).toEqual([name, 12]);
    }
  }
}

describe('the declarations of the panel', () => {
  it('cover every content type and component', () => {
    expect(panels.map(({ uid }) => uid).sort()).toEqual(contentTypes.map(({ uid }) => uid).sort());
    expect(componentPanels.map(({ uid }) => uid).sort()).toEqual(components.map(({ uid }) => uid).sort());
  });

  it('give each content type a name of its own', () => {
    const names = panels.map(({ name }) => both(name));
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(contentTypes)('have words and a place for every field of $uid', ({ uid, schema }) => {
    const panel = panels.find((each) => each.uid === uid);
    if (!panel) throw new Error(uid);
    expect(both(panel.name)).toBe(schema.info.displayName);
    for (const words of [panel.plural, panel.summary, ...panel.groups.map(({ title }) => title)]) expectWords(words);
    expectLabels(schema, panel.fields);
    expectPlaces(
      schema,
      panel.groups.flatMap(({ rows }) => rows),
    );
  });

  it.each(components)('have words and a place for every field of $uid', ({ uid, schema }) => {
    const panel = componentPanels.find((each) => each.uid === uid);
    if (!panel) throw new Error(uid);
    expect(both(panel.name)).toBe(schema.info.displayName);
    expectLabels(schema, panel.fields);
    expectPlaces(schema, panel.rows);
    expect(['relation', 'json', 'component']).not.toContain(schema.attributes[panel.main]?.type);
  });

  it.each(resources)('name the lists of $name whose records belong to it', ({ uid, fields }) => {
    const declared = panels.find((each) => each.uid === uid)?.fields ?? {};
    const children = Object.entries(fields).flatMap(([name, field]) => {
      const kind = field.children?.kind;
      return kind ? [[attributeOf(name, field), resources.find((each) => each.kind === kind)?.uid]] : [];
    });
    const named = Object.entries(declared).flatMap(([name, { children: of }]) => (of ? [[name, of]] : []));
    expect(named).toEqual(children);
  });

  it.each(panels)('name columns of $uid that a list can show, and sort by one of them', ({ uid, list, main }) => {
    const attributes: ContentTypeSchema['attributes'] =
      contentTypes.find((each) => each.uid === uid)?.schema.attributes ?? {};
    const added = ['createdAt', 'updatedAt', 'id'];
    for (const column of [...list.columns, main]) {
      expect(added.includes(column) || attributes[column]?.type !== undefined).toBe(true);
      expect(attributes[column]?.type).not.toBe('json');
    }
    expect(list.columns).toContain(list.sort[0]);
  });

  it.each(panels)('name details of $uid that its records have', ({ uid, details = [] }) => {
    const schema = contentTypes.find((each) => each.uid === uid)?.schema;
    for (const detail of details) {
      const [name = '', inRow] = detail.split('.');
      const { type, component } = schema?.attributes[name] ?? {};
      const row = components.find((each) => each.uid === component)?.schema;
      expect([detail, inRow === undefined ? type : row?.attributes[inRow]?.type]).toEqual([
        detail,
        expect.stringMatching(/^(string|integer|datetime|relation)$/),
      ]);
    }
  });
});

/** The fields that a form marks as required. */
const requiredInForm = ({ attributes }: ContentTypeSchema, fields: Readonly<Record<string, FieldPanel>>): string[] =>
  Object.keys(fields).filter((name) => attributes[name]?.required || fields[name]?.required);

describe('the marks of required fields', () => {
  const cases = resources.flatMap((resource) => {
    const panel = panels.find(({ uid }) => uid === resource.uid);
    const schema = contentTypes.find(({ uid }) => uid === resource.uid)?.schema;
    return panel && schema ? [{ resource, panel, schema }] : [];
  });

  it.each(cases)('of $resource.name agree with the declaration', ({ resource, panel, schema }) => {
    // Lists may be empty, and of several fields for one reference, none is required by itself.
    const required = Object.entries(resource.fields)
      .filter(([, field]) => field.isRequired && !Array.isArray(field.empty))
      .map(([name, field]) => attributeOf(name, field))
      .filter((attribute) => attribute in schema.attributes);
    expect(requiredInForm(schema, panel.fields)).toEqual(expect.arrayContaining(required));
    const relations = (names: string[]) => names.filter((name) => schema.attributes[name]?.type === 'relation').sort();
    expect(relations(requiredInForm(schema, panel.fields))).toEqual(relations(required));
  });

  it.each(cases)('of the rows of $resource.name agree with the declaration', ({ resource, schema }) => {
    for (const [name, field] of Object.entries(resource.fields)) {
      const uid = schema.attributes[attributeOf(name, field)]?.component;
      const panel = componentPanels.find((each) => each.uid === uid);
      const row = components.find((each) => each.uid === uid)?.schema;
      if (field.kind !== 'rows' || !panel || !row) continue;
      const { properties = {}, required = [] } = (field.accepts?.items ?? {}) as {
        properties?: Record<string, { type?: string }>;
        required?: string[];
      };
      const expected = required
        .filter((each) => properties[each]?.type !== 'array')
        .map((each) => (each in row.attributes ? each : each.replace(/_id$/, '')))
        .filter((each) => each in row.attributes);
      expect(requiredInForm(row, panel.fields)).toEqual(expect.arrayContaining(expected));
    }
  });

  it.each(cases)('offer filters of $resource.name that the API has', ({ resource, panel: { filters = {} } }) => {
    for (const [name, { of, values, reads, ...text }] of Object.entries(filters)) {
      expectWords(text);
      const { schema = {} } = resource.filters[name] ?? { schema: undefined };
      expect([name, schema.type]).toEqual([name, of ? 'integer' : expect.any(String)]);
      expect([name, panels.some(({ uid }) => uid === of)]).toEqual([name, of !== undefined]);
      expect([name, values && Object.keys(values)]).toEqual([name, values && schema.enum]);
    }
    for (const language of ['zh', 'en'] as const) {
      const labels = Object.values(filters).map((filter) => filter[language]);
      expect(labels).toEqual([...new Set(labels)]);
    }
  });
});
