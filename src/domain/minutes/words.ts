/** The four lists of a roll call. */
export type RollCallList = 'aye' | 'nay' | 'abstain' | 'absence';

/** A piece of the minutes that is not a name. */
export interface Word {
  /** In characters, without blanks. */
  length: number;
  /** The list that a heading opens. */
  list?: RollCallList;
  /** The number of members that the heading states. */
  total?: number;
}

const NUMBER = '(?:[0-9]+|[〇零一二三四五六七八九十百]+)';
const COUNT = `(?:(?:共|計|共計)?(${NUMBER})(?:人|位|名|票))?`;

/** Longer words first: 不同意 contains 同意. */
const HEADINGS: [RollCallList, RegExp][] = [
  ['absence', headingOf('未投票|未表決|未參加表決|未按表決器|缺席|未出席')],
  ['nay', headingOf('反對|不同意|不贊成')],
  ['abstain', headingOf('棄權')],
  ['aye', headingOf('贊成|同意')],
];

/** Text between the names of a roll call: paragraph numbers, titles, the result. */
const REMARK =
  /(?:以上)?(?:等|共|計|共計|合計)?(?:[0-9]+|[〇零一二三四五六七八九十百]+)(?:人|位|名|票)|以上|等人|附後|立法委員|委員|女士|先生|主席|院長|名單|表決結果|記名表決|出席人數|出席|在場|人數|投票|多數|少數|不通過|通過|如下|第?[0-9]+(?:屆|會期|次會議|號|頁|案)?/y;

function headingOf(words: string): RegExp {
  return new RegExp(`(?:${words})(?:者|票|委員)?(?:名單|姓名)?(?:人數|票數)?${COUNT}`, 'y');
}

/**
 * Returns the heading or remark at an offset of a text without blanks, if any. Headings win over remarks; no name
 * contains one.
 */
export function wordAt(text: string, at: number): Word | undefined {
  for (const [list, pattern] of HEADINGS) {
    const found = matchAt(pattern, text, at);
    if (found) return { length: found[0].length, list, ...totalIn(found[1]) };
  }
  const remark = matchAt(REMARK, text, at);
  return remark ? { length: remark[0].length } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function totalIn(written: string | undefined): { total?: number } {
  if (!written) return {};
  const total = /^[0-9]+$/.test(written) ? Number(written) : chineseNumber(written);
  return total === undefined ? {} : { total };
}

const DIGITS = '〇一二三四五六七八九';

/** Parses a Chinese number up to 999: 五十六, 一百零三, 一一三. */
export function chineseNumber(written: string): number | undefined {
  const text = written.replaceAll('零', '〇');
  if (!/[十百]/.test(text)) return Number([...text].map((digit) => DIGITS.indexOf(digit)).join(''));
  const parts = /^(?:(.?)百)?〇?(?:(.?)十)?(.?)$/.exec(text);
  if (!parts) return undefined;
  const value = (digit: string | undefined, missing: number) => (digit ? DIGITS.indexOf(digit) : missing);
  const [hundreds, tens] = [text.includes('百') ? value(parts[1], 1) : 0, text.includes('十') ? value(parts[2], 1) : 0];
  return hundreds * 100 + tens * 10 + value(parts[3], 0);
}
