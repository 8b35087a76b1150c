import { isBoxKey, isOfInputMethod } from './keys';

const keys = { key: 'k', code: 'KeyK', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
const command = { ctrlKey: false, metaKey: true };
const opens = (changes: object, hasCommand = false) => isBoxKey({ ...keys, ...changes }, hasCommand);

it('Ctrl-K opens the box, on any keyboard; where there is a ⌘ key, ⌘K does', () => {
  expect([{}, { key: 'K' }, { key: 'ㄜ' }].map((each) => opens(each))).toEqual([true, true, true]);
  expect([opens(command, true), opens({}, true), opens(command)]).toEqual([true, false, false]);
  const others = [
    { ctrlKey: false },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { key: 't' },
    { code: 'KeyJ', key: 'ㄨ' },
  ];
  expect(others.filter((each) => opens(each) || (each.metaKey && opens(each, true)))).toEqual([]);
});

it('a key that an input method takes is none of the box, also where its composition has just ended', () => {
  const taken = [
    { isComposing: true, keyCode: 13 },
    { isComposing: false, keyCode: 229 },
    { isComposing: false, keyCode: 13 },
  ];
  expect(taken.map(isOfInputMethod)).toEqual([true, true, false]);
});
