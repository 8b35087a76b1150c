import { column, type Scope } from '../sql/scope';
import { type Sql, sql } from '../sql/sql';
import { integersCell, textsCell } from './cell';
import { defineField, plainColumn } from './field';
import { ordinal } from './integer';
import { type ParseContext, parseItems } from './parse-context';
import { parseText } from './text';

/** Colour codes: a comma-separated text; also an array of texts (conventions 2.4). */
export const color = () =>
  defineField({
    kind: 'color',
    empty: null,
    schema: { type: 'string', description: 'comma-separated colour codes' },
    accepts: { type: ['string', 'array'], items: { type: 'string' } },
    parse: (value, context) => {
      if (!Array.isArray(value)) return parseText(value, context);
      const codes = texts(value, context);
      return codes?.join(',');
    },
    ...plainColumn,
  });

/** Short texts: an array; also one text to be split (conventions 2.4). */
export const textList = () =>
  defineField({
    kind: 'textList',
    empty: [],
    schema: { type: 'array', items: { type: 'string' } },
    accepts: {
      type: ['array', 'string'],
      items: { type: 'string' },
      description: 'texts, or one text split at 、 or a comma',
    },
    parse: (value, context) => {
      if (Array.isArray(value)) return texts(value, context);
      return parseText(value, context)
        ?.split(/[、,，]/)
        .map((part) => part.trim())
        .filter(Boolean);
    },
    cell: textsCell,
    read: readArray,
    write: plainColumn.write,
  });

/** Ordinals: an array of integers from 0. */
export const ordinalList = () => {
  const item = ordinal();
  return defineField({
    kind: 'ordinalList',
    empty: [],
    schema: { type: 'array', items: item.schema },
    parse: (value, context) => {
      if (!Array.isArray(value)) return context.fault('INVALID_TYPE', 'must be an array');
      const parsed = parseItems(value, context, (each, place) => item.parse(each, place, {}));
      return parsed.every((each) => each !== undefined) ? parsed : undefined;
    },
    cell: integersCell,
    read: readArray,
    write: plainColumn.write,
  });
};

function readArray(scope: Scope, attribute: string): Sql {
  const stored = column(scope, attribute);
  return sql`case when jsonb_typeof(${stored}) = 'array' then ${stored} else '[]'::jsonb end`;
}

function texts(values: unknown[], context: ParseContext): string[] | undefined {
  const parsed = parseItems(values, context, parseText);
  return parsed.every((value) => value !== undefined) ? parsed : undefined;
}
