import type { Schema } from '../fields/field';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import { exampleOf } from './example';

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer', minimum: 1 };
const act = objectOf({ id: { ...integer, examples: [900001] }, title: { ...text, examples: ['勞動基準法'] } });

describe('an example', () => {
  it.each([
    ['is the hint where it fits', text, '甲', '甲'],
    ['falls back to the example of the schema', { ...text, examples: ['乙'] }, 7, '乙'],
    ['falls back to the minimal value', integer, undefined, 1],
    ['is null for a nullable value without a hint', orNull(text), undefined, null],
    ['is one of the allowed values', { type: 'string', enum: ['public', 'private'] }, 'both', 'public'],
    ['has a time in the format of the schema', { type: 'string', format: 'date-time' }, 0, '1970-01-01T00:00:00.000Z'],
    ['has epoch milliseconds for date-time text', { type: 'integer', format: 'int64' }, '1970-01-01', 0],
    ['is an unchanged free-form object', { type: 'object' }, { color: 'red' }, { color: 'red' }],
  ])('%s', (_, schema: Schema, hint, expected) => {
    expect(exampleOf(schema, hint)).toEqual(expected);
  });

  it('has the required properties, and optional ones with hints', () => {
    const schema = { ...objectOf({ name: text }), properties: { name: text, slug: text, image: text } };
    expect(exampleOf(schema, { slug: 'a', colour: 'red' })).toEqual({ name: '…', slug: 'a' });
  });

  it('shows the record where the hint is an identifier', () => {
    expect(exampleOf(orNull(act), 900001)).toEqual({ id: 900001, title: '勞動基準法' });
    expect(exampleOf(arrayOf(act), [900001, 900002])).toEqual([{ id: 900001, title: '勞動基準法' }]);
  });

  it('has an item for each hint, but three rows at most', () => {
    expect(exampleOf(arrayOf(integer), [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    const rows = exampleOf(
      arrayOf(objectOf({ name: text })),
      [...'甲乙丙丁'].map((name) => ({ name })),
    );
    expect(rows).toEqual([{ name: '甲' }, { name: '乙' }, { name: '丙' }]);
  });

  it('is of the kind in a sibling field', () => {
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
