import { inverseOf } from './batch';

describe('the inverse of a change', () => {
  const stored = { resource: 'acts', number: 3, after: 'abc' };

  it('removes a new record with the fingerprint that the batch stored', () => {
    expect(inverseOf({ ...stored, action: 'create', from: {} })).toMatchObject({
      resource: 'acts',
      number: 3,
      action: 'remove',
      before: 'abc',
    });
  });

  it('restores the fields of a changed record with the fingerprint that the batch stored', () => {
    expect(inverseOf({ ...stored, action: 'change', from: { title: '甲' } })).toMatchObject({
      action: 'change',
      before: 'abc',
      to: { title: '甲' },
    });
  });
});
