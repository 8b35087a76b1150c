import { readMoment } from './target';

describe('the moment of a restore', () => {
  it.each([
    ['2026-11-21 14:03', '2026-11-21T14:03:00.000Z'],
    ['2026-11-21T14:03:05', '2026-11-21T14:03:05.000Z'],
    ['2026-11-21T14:03:05.25Z', '2026-11-21T14:03:05.250Z'],
    [' 2026-11-21 22:03+08:00 ', '2026-11-21T14:03:00.000Z'],
    ['2026-11-21 22:03 +0800', '2026-11-21T14:03:00.000Z'],
  ])('reads %s', (text, read) => expect(readMoment(text).toISOString()).toBe(read));

  it.each(['', 'now', '2026-11-21', '2026-02-30 10:00', '2026-13-01 10:00', '2026-11-21 25:00', '21.11.2026 14:03'])(
    'refuses %j',
    (text) => expect(() => readMoment(text)).toThrow('is not a valid moment'),
  );
});
