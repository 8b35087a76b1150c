import { openFingerprints } from './fingerprints';

describe('the fingerprints of records', () => {
  it('group those with one key by their numbers, with their places in the input', () => {
    const fingerprints = openFingerprints('rs_votes');
    for (let number = 10_000; number > 0; number -= 1) fingerprints.set(number, `key ${number}`);
    const origin = (number: number, at?: object) => ({ resource: 'rs_votes', number, ...(at && { at }) }) as never;
    fingerprints.set(9_000, 'same', origin(9_000, { file: 'a.csv', record: 3, line: 5 }));
    fingerprints.set(-1, 'same', origin(-1, { file: 'b.ndjson', record: 8 }));
    fingerprints.set(20, 'same', origin(20));
    fingerprints.set(30, 'key 31');
    fingerprints.set(40, 'key 41');
    fingerprints.set(40, 'another');
    fingerprints.set(50, 'key 51');
    fingerprints.delete(50);
    const groups = fingerprints.groups().map((each) => each.map(({ number, judged }) => ({ number, judged })));
    expect(groups.sort((a, b) => a.length - b.length)).toEqual([
      [{ number: 30 }, { number: 31 }],
      [
        { number: -1, judged: { resource: 'rs_votes', number: -1, at: { file: 'b.ndjson', record: 8 } } },
        { number: 20, judged: { resource: 'rs_votes', number: 20 } },
        { number: 9_000, judged: { resource: 'rs_votes', number: 9_000, at: { file: 'a.csv', record: 3, line: 5 } } },
      ],
    ]);
  });
});
