import type { Schema } from '../fields/field';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import { exampleOf } from './example';

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer', minimum: 1 };
const act = objectOf({ id: { ...integer, examples: [900001] }, title: { ...text, examples: ['勞動基準法'] } });

describe('an example', () => {
  it.each([
    ['is the hint where it fits', text, '甲', '甲'],
    ['is else that of the schema', { ...text, examples: ['乙'] }, 7, '乙'],
    ['is else the least that there can be', integer, undefined, 1],
    ['is null where nothing is known of what may be null', orNull(text), undefined, null],
    ['is one of the values that there are', { type: 'string', enum: ['public', 'private'] }, 'both', 'public'],
    [
      'has a point in time in the way of the schema',
      { type: 'string', format: 'date-time' },
      0,
      '1970-01-01T00:00:00.000Z',
    ],
    ['has epoch milliseconds for date-time text', { type: 'integer', format: 'int64' }, '1970-01-01', 0],
    ['is a free-form object as it came', { type: 'object' }, { color: 'red' }, { color: 'red' }],
  ])('%s', (_, schema: Schema, hint, expected) => {
    expect(exampleOf(schema, hint)).toEqual(expected);
  });

  it('has what is required, and of the rest what there are hints for', () => {
    const schema = { ...objectOf({ name: text }), properties: { name: text, slug: text, image: text } };
    expect(exampleOf(schema, { slug: 'a', colour: 'red' })).toEqual({ name: '…', slug: 'a' });
  });

  it('shows the record where the hint is an identifier', () => {
    expect(exampleOf(orNull(act), 900001)).toEqual({ id: 900001, title: '勞動基準法' });
    expect(exampleOf(arrayOf(act), [900001, 900002])).toEqual([{ id: 900001, title: '勞動基準法' }]);
  });

  it('has an item for each hint, and of rows the first three', () => {
    expect(exampleOf(arrayOf(integer), [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    const rows = exampleOf(
      arrayOf(objectOf({ name: text })),
      [...'甲乙丙丁'].map((name) => ({ name })),
    );
    expect(rows).toEqual([{ name: '甲' }, { name: '乙' }, { name: '丙' }]);
  });

  it('is of the kind that a sibling names', () => {
    const sponsor = {
      anyOf: [
        { title: 'caucus', ...text, examples: ['黨團'] },
        { title: 'rep', ...text, examples: ['委員'] },
      ],
    };
    expect(exampleOf(objectOf({ type: text, sponsor }), { type: 'rep', sponsor: 7 })).toEqual({
      type: 'rep',
      sponsor: '委員',
    });
  });
});
