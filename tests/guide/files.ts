import { get } from '../support/client';
import type { Scene } from './picture';

/** Bills that are new, and a party whose short name changes. */
export async function filesOf({ language, say }: Scene) {
  const { id, name, abbreviation } = (await get('/console/lab/parties/900001')).body;
  const parties = ['id,name,abbreviation', `${id},${name},${abbreviation}${say('團', '聯')}`];
  const bill = (number: number, date: string, rep: string) =>
    `勞動基準法,否,委員提案第${number}號,${date},11,5,林禾田;${rep},[]`;
  const first = language === 'zh' ? 32101 : 32201;
  const bills = [
    'act_id,is_law,version_no,date,term_index,session_index,sponsors,act_features',
    bill(first, '2026-03-20', '蔡沛岑'),
    bill(first + 1, '115/3/27', '許牧之'),
  ];
  return [
    { name: 'rs_bills.csv', mimeType: 'text/csv', buffer: Buffer.from(bills.join('\n')) },
    { name: 'parties.csv', mimeType: 'text/csv', buffer: Buffer.from(parties.join('\n')) },
  ];
}
