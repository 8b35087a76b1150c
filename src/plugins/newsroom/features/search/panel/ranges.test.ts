import { rangesOf } from './ranges';

it('numbers that follow each other are a range', () => {
  expect([rangesOf([9, 8, 6]), rangesOf([3]), rangesOf([1, 2, 2, 3]), rangesOf([])]).toEqual([
    '6, 8–9',
    '3',
    '1–3',
    '',
  ]);
});
