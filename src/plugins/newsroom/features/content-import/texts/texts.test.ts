import { createIntl } from 'react-intl';
import en from './en.json';
import zh from './zh.json';

describe('the text of too many records that would go', () => {
  const details = {
    resource: '法案',
    source: 'lis',
    file: 'rs_bills.csv',
    first: '"A", …',
    own: 30,
    known: 100,
    most: 5,
  };

  it.each([
    ['zh-Hant', zh, 2, '30 筆（"A", …），另有 2 筆屬於這些資料。最多只會刪除 5 筆（連同所屬的資料最多 25 筆）。'],
    ['zh-Hant', zh, 0, '30 筆（"A", …）。最多只會刪除 5 筆。'],
    [
      'en',
      en,
      2,
      ' ("A", …), and 2 records belong to them. At most 5 would be removed, or 25 with what belongs to them.',
    ],
    ['en', en, 0, ' ("A", …). At most 5 would be removed. Is rs_bills.csv complete?'],
  ])('has the numbers, and no option of a command: %s', (locale, messages, dependents, expected) => {
    const { formatMessage } = createIntl({ locale, messages });
    const values = { ...details, dependents, mostInAll: dependents > 0 ? 25 : 0 };
    const text = formatMessage({ id: 'problem.TOO_MANY' }, values);
    expect(text).toContain(expected);
    expect(text).not.toContain('--');
  });
});
