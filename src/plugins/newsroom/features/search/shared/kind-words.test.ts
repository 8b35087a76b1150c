import { wordsWithin } from './kind-words';

it('the name of a content type stands for its records, next to other words', () => {
  const bill = { name: { zh: '議案', en: 'Bill' }, plural: { zh: '議案', en: 'Bills' } };
  expect(wordsWithin('bills 勞動 ２', bill)).toEqual(['勞動', '２']);
  expect(wordsWithin('議案', bill)).toEqual(['議案']);
  expect(wordsWithin('議 2', bill)).toEqual(['議', '2']);
});
