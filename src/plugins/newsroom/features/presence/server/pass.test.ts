import { formOfPass, passFor } from './pass';

const DAY = 24 * 60 * 60 * 1000;
const form = { tab: 't1', resource: 'rs_bills', documentId: 'abc', account: 3, name: '林編輯' };

describe('the pass of an open form', () => {
  const pass = passFor(form, 'secret', 1000);

  it('says whose form it is, for a day', () => {
    expect(formOfPass(pass, 'secret', 1000 + DAY - 1)).toEqual(form);
    expect(formOfPass(pass, 'secret', 1000 + DAY)).toBeUndefined();
  });

  it.each([
    '',
    '.',
    pass.split('.')[0] ?? '',
    `${pass}x`,
    passFor(form, 'another secret', 1000),
    `${passFor({ ...form, account: 4 }, 'secret', 1000).split('.')[0]}.${pass.split('.')[1]}`,
  ])('is not %p', (other) => {
    expect(formOfPass(other, 'secret', 1000)).toBeUndefined();
  });
});
