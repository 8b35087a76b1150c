import { nameKey } from '../common/text/normalise';
import type { Rep } from './house';
import { resemblance } from './namesakes';

const served = (...terms: [number, string?][]) =>
  terms.map(([term, district = '']) => ({ term, district, at: null, type: null }));

const rep = (changes: Rep['changes'], more: Partial<Rep> = {}): Rep => ({
  publicId: 1,
  name: '王大明',
  birth: null,
  gender: null,
  changes,
  ...more,
});

describe('two representatives of one name', () => {
  it('look like one when their terms are the same, adjoin, or lie a short pause apart', () => {
    expect(resemblance(rep(served([7])), rep(served([7])))).toBe('in term 7');
    expect(resemblance(rep(served([6], [7])), rep(served([8])))).toBe('in terms 7 and 8');
    expect(resemblance(rep(served([6])), rep(served([9])))).toBe('in terms 6 and 9');
    expect(resemblance(rep(served([1])), rep(served([5])))).toBeUndefined();
    expect(resemblance(rep([]), rep(served([5])))).toBeUndefined();
  });

  it('look like one when they share a birth date, however far apart, and like two when they do not', () => {
    const [one, other] = [rep(served([1]), { birth: 0 }), rep(served([9]), { birth: 0 })];
    expect(resemblance(one, other)).toBe('and birth date');
    expect(resemblance(rep(served([7]), { birth: 0 }), rep(served([7]), { birth: 86_400_000 }))).toBeUndefined();
  });

  it('are two when they differ in gender, or sat for two districts at the same time', () => {
    expect(resemblance(rep(served([7]), { gender: 100 }), rep(served([7]), { gender: -100 }))).toBeUndefined();
    expect(resemblance(rep(served([7, '南區'])), rep(served([7, '北區'])))).toBeUndefined();
    expect(resemblance(rep(served([7, '南區'])), rep(served([7, '南區'])))).toBe('in term 7');
    expect(resemblance(rep(served([7, '南區'])), rep(served([8, '北區'])))).toBe('in terms 7 and 8');
  });
});

describe('the key of a name', () => {
  it('is its form in Chinese characters, however it is written', () => {
    expect(nameKey('谷辣斯‧尤達卡Kolas‧Yotaka')).toBe(nameKey('谷辣斯．尤達卡'));
    expect(nameKey('臺 大明')).toBe(nameKey('台大明'));
  });

  it('is the whole name where there is none', () => {
    expect(nameKey('Ada Lovelace')).not.toBe(nameKey('Ada Byron'));
  });
});
