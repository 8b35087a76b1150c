import { expandDays } from './filter-days';

const isDay = (name: string) => name === 'date';
const start = '2016-04-14T12:00:00.000Z';
const end = '2016-04-15T12:00:00.000Z';

describe('a day in filters', () => {
  it.each([
    ['$eq', { $gte: start, $lt: end }],
    ['$ne', { $not: { $gte: start, $lt: end } }],
    ['$gt', { $gte: end }],
    ['$gte', { $gte: start }],
    ['$lt', { $lt: start }],
    ['$lte', { $lt: end }],
  ])('%s covers every timestamp that stands for the day', (operator, expected) => {
    const filters = { $and: [{ $or: [{ date: { [operator]: '2016-04-15' } }] }] };
    expect(expandDays(filters, isDay)).toEqual({ $and: [{ $or: [{ date: expected }] }] });
  });

  it('leaves everything else unchanged', () => {
    const filters = {
      $and: [
        { date: { $eq: '2016-04-15T03:00:00.000Z' } },
        { date: { $null: 'true' } },
        { date: { $eq: '2016-13-99' } },
      ],
      title: { $eq: '2016-04-15' },
      act: { date: { $eq: '2016-04-15' } },
    };
    expect(expandDays(filters, isDay)).toEqual(filters);
    expect(expandDays(undefined, isDay)).toBeUndefined();
  });
});
