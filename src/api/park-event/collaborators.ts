import {
  arrayOf,
  column,
  computed,
  type Field,
  freshAlias,
  isObject,
  join,
  jsonObject,
  modelOf,
  object,
  objectOf,
  orNull,
  ref,
  rowId,
  rows,
  type Scope,
  sql,
  summary,
  summarySchema,
  tableOf,
  text,
  toOne,
} from '../../plugins/rostra/server/src/declare';

/** The entity type of every collaborator. */
const ENTITY_TYPE = 'Persona';

/** Defaults for a collaborator given only as a persona. */
const DEFAULTS = { type: 'co_host', status: 'active' };

const storedRows = rows({
  entity: ref('persona', 'unlist').required().in('persona'),
  type: text().default(DEFAULTS.type),
  status: text().in('record_status').default(DEFAULTS.status),
  data: jsonObject(),
});

/**
 * The personas who jointly hold an event, in the given order. A body gives identifiers, or objects as in responses:
 * `{entity_type, entity: {id}, type, index, status, data}`; `entity_type` and `index` are ignored, since they follow
 * from the rest.
 */
export const collaborators: Field<never> = {
  ...storedRows,
  kind: 'collaborators',
  accepts: {
    type: 'array',
    items: {
      anyOf: [
        { type: ['integer', 'string'] },
        { type: 'object', properties: { entity: { type: ['object', 'integer'] } } },
      ],
    },
  },
  parse: (value, at, siblings) => {
    if (!Array.isArray(value)) return storedRows.parse(value, at, siblings);
    value.forEach((each, index) => {
      const type: unknown = isObject(each) ? (each.entity_type ?? ENTITY_TYPE) : ENTITY_TYPE;
      if (type !== ENTITY_TYPE) at.child(index).child('entity_type').fault('INVALID_VALUE', `must be ${ENTITY_TYPE}`);
    });
    return storedRows.parse(value.map(rowOf), at, siblings);
  },
  resolveNames: (value, names, at) =>
    Array.isArray(value)
      ? value.map((each: unknown, index) => {
          const place = at.child(index).child('entity');
          if (!isObject(each) || !('entity' in each)) return names.one('persona', each, place);
          return { ...each, entity: names.one('persona', each.entity, place) };
        })
      : value,
};

/** The collaborators as in responses, numbered from 1. */
export const collaboratorRows = computed(
  (event) => {
    const { target, source, order } = join(event, 'collaborators');
    const shown: Scope = { model: target.model, alias: freshAlias() };
    const row = object({
      entity_type: sql.lit(ENTITY_TYPE),
      entity: toOne(shown, 'persona', (persona) => summary(persona, PERSONA)),
      type: sql`coalesce(${column(shown, 'type')}, ${sql.lit(DEFAULTS.type)})`,
      index: sql`listed.place`,
      status: sql`coalesce(${column(shown, 'record_status')}, ${sql.lit(DEFAULTS.status)})`,
      data: jsonObject().read(shown, 'data'),
    });
    const listed = sql`unnest(array(select ${rowId(target)} ${source} order by ${order})) with ordinality listed(id, place)`;
    return sql`(select coalesce(json_agg(${row} order by listed.place), '[]'::json) from ${listed} join ${tableOf(shown)} on ${rowId(shown)} = listed.id)`;
  },
  () =>
    arrayOf(
      objectOf({
        entity_type: { type: 'string', enum: [ENTITY_TYPE] },
        entity: orNull(summarySchema(modelOf('api::persona.persona'), PERSONA)),
        type: { type: 'string' },
        index: { type: 'integer', minimum: 1 },
        status: { type: 'string' },
        data: { type: 'object' },
      }),
    ),
);

const PERSONA = 'id name handle';

/** Converts a collaborator to its stored form. */
function rowOf(value: unknown): unknown {
  if (!isObject(value) || !('entity' in value)) return { entity: value };
  const { entity_type: _, index: __, ...rest } = value;
  return rest;
}
