import { visible } from './visible';

describe('a stored text in a terminal', () => {
  it('has no effect but to be read', () => {
    expect(visible('一\r\n\t二 𠮷')).toBe('一\\r\\n\\t二 𠮷');
    expect(visible('\u001b[2J\u009b\u007f\u2028\u202e\ud800')).toBe('\\u001b[2J\\u009b\\u007f\\u2028\\u202e\\ud800');
  });
});
