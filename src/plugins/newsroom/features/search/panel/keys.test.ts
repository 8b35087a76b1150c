import { isBoxKey } from './keys';

const key = (changes: object) =>
  isBoxKey({ key: 'k', code: 'KeyK', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, ...changes });

it('Ctrl-K and ⌘K open the box, on any keyboard', () => {
  expect([key({}), key({ key: 'K' }), key({ ctrlKey: false, metaKey: true }), key({ key: 'ㄜ' })]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const others = [
    { ctrlKey: false },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { key: 't' },
    { code: 'KeyJ', key: 'ㄨ' },
  ];
  expect(others.filter(key)).toEqual([]);
});
