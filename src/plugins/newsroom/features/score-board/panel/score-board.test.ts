import { formatBlock, parseBlock } from './block';
import { change, historyOf, redo, undo } from './history';
import { moveSelection, type Place, single } from './moves';
import { cellsOf, keyOf, missingIn, parseScore, scoresFrom, scoresIn } from './table';

const row = (bill_id: number, ...scores: [number, number][]) => ({
  bill_id,
  score_per_act_feature: scores.map(([act_feature_id, score]) => ({ act_feature_id, score })),
});

describe('the table of scores', () => {
  it('keeps the order of existing scores, and puts new ones in the order of the table', () => {
    const before = [row(2, [8, -1], [7, 0]), row(1, [7, 3])];
    const { cells } = change(historyOf(cellsOf(before)), [
      [keyOf(3, 8), 1],
      [keyOf(3, 7), 2],
      [keyOf(1, 8), 4],
      [keyOf(2, 8), 5],
    ]);
    expect(scoresFrom(cells, before, [1, 2, 3], [7, 8])).toEqual([
      row(2, [8, 5], [7, 0]),
      row(1, [7, 3], [8, 4]),
      row(3, [7, 2], [8, 1]),
    ]);
    expect(scoresFrom(cells, before, [2], [7])).toEqual([row(2, [7, 0])]);
    expect(missingIn(cells, [1, 2, 3, 4], [7, 8])).toBe(2);
  });

  it('omits a bill that lost its scores, not one that never had any', () => {
    const before = [row(1, [7, 3]), row(2)];
    expect(scoresFrom(new Map(), before, [1, 2], [7])).toEqual([row(2)]);
  });

  it('is read from JSON or its text', () => {
    expect(scoresIn(JSON.stringify([row(1)]))).toEqual([row(1)]);
    for (const value of [null, undefined, '', 'no JSON', { a: 1 }, [5]]) expect(scoresIn(value)).toEqual([]);
  });

  it('has whole numbers only', () => {
    expect(['5', ' -1 ', '＋３', '−2', '0', '1.0', ''].map(parseScore)).toEqual([5, -1, 3, -2, 0, 1, null]);
    for (const text of ['1.5', 'x', '1 人', '1e3', '99999999999']) expect(parseScore(text)).toBeUndefined();
  });
});

describe('a pasted block', () => {
  it('has rows and cells, including empty ones', () => {
    expect(parseBlock('1\t2\r\n\t-3\r\n')).toEqual({
      rows: [
        [1, 2],
        [null, -3],
      ],
      bad: [],
    });
    expect(formatBlock([[1, undefined], [0]])).toBe('1\t\n0');
  });

  it('reports cells that are not scores', () => {
    expect(parseBlock('1\t好\n"x y"').bad).toEqual([
      { row: 1, column: 2, written: '好' },
      { row: 2, column: 1, written: 'x y' },
    ]);
  });
});

describe('undo', () => {
  it('goes back and forth, and a new change clears the undone steps', () => {
    const one = change(historyOf(new Map([['a', 1]])), [
      ['a', 2],
      ['b', 3],
    ]);
    expect([...undo(one).cells]).toEqual([['a', 1]]);
    expect([...redo(undo(one)).cells]).toEqual([...one.cells]);
    expect(redo(change(undo(one), [['a', 9]])).cells.get('a')).toBe(9);
    expect(change(one, [['a', 2]])).toBe(one);
    expect(undo(undo(one)).cells.get('a')).toBe(1);
  });
});

describe('keys', () => {
  const size = { rows: 3, columns: 4 };
  const filled = ['0 0', '0 1', '0 3'];
  const isFilled = (place: Place) => filled.includes(`${place.row} ${place.column}`);
  const press = (at: [number, number], key: string, held: Partial<Record<'shiftKey' | 'ctrlKey', boolean>> = {}) => {
    const place = { row: at[0], column: at[1] };
    const keys = { key, shiftKey: false, ctrlKey: false, metaKey: false, ...held };
    const next = moveSelection(single(place), keys, size, isFilled);
    return next && [next.at.row, next.at.column];
  };

  it('move as in a spreadsheet, and stay in the table', () => {
    expect(press([0, 0], 'ArrowUp')).toEqual([0, 0]);
    expect(press([1, 1], 'ArrowRight')).toEqual([1, 2]);
    expect(press([1, 2], 'Home')).toEqual([1, 0]);
    expect(press([1, 2], 'End', { ctrlKey: true })).toEqual([2, 3]);
    expect(press([1, 3], 'Tab')).toEqual([2, 0]);
    expect(press([2, 3], 'Tab')).toBeUndefined();
    expect(press([0, 0], 'Tab', { shiftKey: true })).toBeUndefined();
    expect(press([1, 1], 'Enter')).toEqual([2, 1]);
    expect(press([1, 1], 'x')).toBeUndefined();
  });

  it('jump with Ctrl to where filled cells end or begin', () => {
    expect(press([0, 0], 'ArrowRight', { ctrlKey: true })).toEqual([0, 1]);
    expect(press([0, 1], 'ArrowRight', { ctrlKey: true })).toEqual([0, 3]);
    expect(press([0, 0], 'ArrowDown', { ctrlKey: true })).toEqual([2, 0]);
  });

  it('extend the selection with Shift', () => {
    const keys = { key: 'ArrowDown', shiftKey: true, ctrlKey: false, metaKey: false };
    expect(moveSelection(single({ row: 0, column: 1 }), keys, size, isFilled)).toEqual({
      at: { row: 1, column: 1 },
      from: { row: 0, column: 1 },
    });
  });
});
