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
      branch: undefined,
    });
  });

  it('is to a gap, which it names', () => {
    const files = [name(1, 3), name(1, 4), name(1, 6)];
    expect(followLog(files, { startSegment, timeline: 1, ancestors: [] })).toEqual({
      files: [name(1, 3), name(1, 4)],
      missing: '000000010000000000000005',
      branch: undefined,
    });
  });

  it('follows a timeline from where it branches off its ancestor, not the ancestor', () => {
    const ancestors = [{ timeline: 1, until: '0/4000100' }];
    const files = [name(1, 3), name(1, 4), name(2, 4), name(2, 5), name(1, 5), name(1, 6), name(1, 7)];
    expect(followLog(files, { startSegment, timeline: 2, ancestors })).toEqual({
      files: [name(1, 3), name(2, 4), name(2, 5)],
      missing: undefined,
      branch: undefined,
    });
  });

  it('needs nothing of an ancestor that ends where a segment begins', () => {
    const ancestors = [{ timeline: 1, until: '0/5000000' }];
    expect(followLog([name(1, 3), name(1, 4), name(1, 5)], { startSegment, timeline: 2, ancestors })).toEqual({
      files: [name(1, 3), name(1, 4)],
      missing: undefined,
      branch: ancestors[0],
    });
  });

  it('is to the last whole segment where the part of the next one before a branch was not archived: mostly the mark of a clean stop', () => {
    const branch = { timeline: 1, until: '0/50000A0' };
    const query = { startSegment, timeline: 2, ancestors: [branch] };
    const files = [name(1, 3), name(1, 4)];
    expect(followLog(files, query)).toEqual({ files, missing: undefined, branch });
    expect(followLog([...files, name(2, 6)], query)).toEqual({
      files,
      missing: '000000020000000000000005',
      branch: undefined,
    });
  });

  it.each<[string, number[], string | undefined]>([
    ['has nothing yet', [], undefined],
    ['has lost its first segment', [6], '000000020000000000000005'],
  ])('is to the branch where the timeline %s, not to what the ancestor wrote after it', (_, segments, missing) => {
    const branch = { timeline: 1, until: '0/5000100' };
    const files = [...[3, 4, 5, 6].map((segment) => name(1, segment)), ...segments.map((segment) => name(2, segment))];
    const expected = { files: [3, 4, 5].map((segment) => name(1, segment)), missing, branch };
    expect(followLog(files, { startSegment, timeline: 2, ancestors: [branch] })).toEqual(expected);
    // Damaged is lost.
    const lost = { [name(2, 5)]: 'damaged' };
    expect(followLog([...files, name(2, 5)], { startSegment, timeline: 2, ancestors: [branch], lost })).toEqual({
      ...expected,
      missing: '000000020000000000000005',
    });
  });

  it('is to the branch of the last timeline that has the segment', () => {
    const ancestors = [
      { timeline: 1, until: '0/5000100' },
      { timeline: 2, until: '0/5000200' },
    ];
    const files = [name(1, 3), name(1, 4), name(1, 5), name(2, 5)];
    const query = { startSegment, timeline: 3, ancestors };
    expect(followLog(files, query)).toEqual({
      files: [name(1, 3), name(1, 4), name(2, 5)],
      missing: undefined,
      branch: ancestors[1],
    });
    expect(followLog(files.slice(0, 3), query)).toMatchObject({ files: files.slice(0, 3), branch: ancestors[0] });
    expect(followLog([...files, name(3, 5)], query)).toMatchObject({
      files: [name(1, 3), name(1, 4), name(3, 5)],
      branch: undefined,
    });
  });

  it('is short where the history proves that there was more: a lost branch, or none yet', () => {
    const ancestors = [
      { timeline: 1, until: '0/5000100' },
      { timeline: 2, until: '0/5000200' },
    ];
    const files = [name(1, 3), name(1, 4), name(1, 5), name(2, 5)];
    const lost = { [name(2, 5)]: 'damaged' };
    const missing = '000000020000000000000005';
    expect(followLog(files, { startSegment, timeline: 3, ancestors, lost })).toEqual({
      files: files.slice(0, 3),
      missing,
      branch: ancestors[0],
    });
    expect(
      followLog(files.slice(0, 3), {
        startSegment,
        timeline: 2,
        ancestors: ancestors.slice(0, 1),
        lost: { [name(1, 5)]: 'damaged' },
      }),
    ).toEqual({ files: files.slice(0, 2), missing: '000000010000000000000005', branch: undefined });
    expect(followLog(files.slice(0, 1), { startSegment, timeline: 3, ancestors })).toEqual({
      files: files.slice(0, 1),
      missing: '000000010000000000000004',
      branch: undefined,
    });
  });
});
