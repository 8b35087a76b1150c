import { followLog } from './reach';

const name = (timeline: number, segment: number) =>
  `0000000${timeline}00000000${segment.toString(16).toUpperCase().padStart(8, '0')}.gz`;
const startSegment = '000000010000000000000003';

describe('how far the archive can restore', () => {
  it('is to the last segment', () => {
    const files = [name(1, 2), name(1, 3), name(1, 4), name(1, 5), '00000002.history.gz'];
    expect(followLog(files, { startSegment, timeline: 1, ancestors: [] })).toEqual({
      files: [3, 4, 5].map((segment) => name(1, segment)),
      missing: undefined,
    });
  });

  it('is to a gap, which it names', () => {
    const files = [name(1, 3), name(1, 4), name(1, 6)];
    expect(followLog(files, { startSegment, timeline: 1, ancestors: [] })).toEqual({
      files: [name(1, 3), name(1, 4)],
      missing: '000000010000000000000005',
    });
  });

  it('follows a timeline from where it branches off its ancestor, not the ancestor', () => {
    const ancestors = [{ timeline: 1, until: '0/4000100' }];
    const files = [name(1, 3), name(1, 4), name(2, 4), name(2, 5), name(1, 5), name(1, 6), name(1, 7)];
    expect(followLog(files, { startSegment, timeline: 2, ancestors })).toEqual({
      files: [name(1, 3), name(2, 4), name(2, 5)],
      missing: undefined,
    });
  });

  it('needs nothing of an ancestor that ends where a segment begins', () => {
    const ancestors = [{ timeline: 1, until: '0/5000000' }];
    expect(followLog([name(1, 3), name(1, 4), name(1, 5)], { startSegment, timeline: 2, ancestors })).toEqual({
      files: [name(1, 3), name(1, 4)],
      missing: undefined,
    });
  });
});
