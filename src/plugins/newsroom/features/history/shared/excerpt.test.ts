import { excerptOf } from './excerpt';

describe('the difference between two texts', () => {
  it.each([
    ['院總第1號', '院總第2號', { same: ['院總第', '號'], before: '1', after: '2' }],
    ['', '新', { same: ['', ''], before: '', after: '新' }],
    ['甲甲', '甲', { same: ['甲', ''], before: '甲', after: '' }],
    ['同', '同', { same: ['同', ''], before: '', after: '' }],
  ])('%s → %s', (before, after, expected) => {
    expect(excerptOf(before, after)).toEqual(expected);
  });

  it('keeps some identical text around it', () => {
    const { same, before, after } = excerptOf(
      `${'前'.repeat(100)}甲${'後'.repeat(100)}`,
      `${'前'.repeat(100)}乙${'後'.repeat(100)}`,
    );
    expect([same[0].length, same[1].length, before, after]).toEqual([25, 25, '甲', '乙']);
  });

  it('is shortened when it is long, never within a character', () => {
    expect(excerptOf('', '字'.repeat(5000)).after).toHaveLength(401);
    expect(excerptOf('😀', '😁')).toMatchObject({ same: ['', ''], before: '😀', after: '😁' });
  });
});
