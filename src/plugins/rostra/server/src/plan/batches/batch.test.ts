import { inverseOf } from './batch';

describe('the inverse of a change', () => {
  const stored = { resource: 'acts', number: 3, after: 'abc' };

  it('of a new record removes it, if it is as the batch left it', () => {
    expect(inverseOf({ ...stored, action: 'create', from: {} })).toMatchObject({
      resource: 'acts',
      number: 3,
      action: 'remove',
      before: 'abc',
    });
  });

  it('of a changed record restores its fields, if it is as the batch left it', () => {
    expect(inverseOf({ ...stored, action: 'change', from: { title: '甲' } })).toMatchObject({
      action: 'change',
      before: 'abc',
      to: { title: '甲' },
    });
  });
});
