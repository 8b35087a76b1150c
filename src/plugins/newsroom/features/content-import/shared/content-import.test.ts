import { resourceOfFile } from './content-import';

describe('the resource of a file', () => {
  it.each([
    ['rs_bills.csv', 'rs_bills'],
    ['rs_bills (2).xlsx', 'rs_bills'],
    ['rs_bills.csv.gz', 'rs_bills'],
    ['RS_Bills.JSON', 'rs_bills'],
    ['bills.csv', undefined],
  ])('%s', (file, expected) => {
    expect(resourceOfFile(file, ['reps', 'rs_bills'])).toBe(expected);
  });
});
