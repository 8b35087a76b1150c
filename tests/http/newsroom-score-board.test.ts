import { send, sql } from '../support/client';
import { make, unique } from '../support/factory';

describe('POST /newsroom/score-board/records', () => {
  it('answers more bills than it reads at a time, and of long contents the beginning', async () => {
    const feature = await make('act-feature', { feature: unique('例假') });
    const topic = await make('specific-topic', { act_dirs: [{ name: unique('縮短工時'), index: 1 }] });
    const content = { act_dir_id: topic.act_dirs[0].id, act_feature_id: feature.id, short_content: '例假' };
    const long = await make('bill', { act_features: [{ ...content, content: '第'.repeat(5000) }] });
    const short = await make('bill', { act_features: [{ ...content, content: '第一條' }] });
    const rows = await sql('select id, number from bills where number in ($1, $2) order by number', [
      long.id,
      short.id,
    ]);
    const unknown = Array.from({ length: 300 }, (_, index) => 2_000_000_000 + index);
    const body = { bills: [rows[0]?.id, ...unknown, rows[1]?.id], features: [] };
    const answer = await send('POST', '/newsroom/score-board/records', body, { as: 'admin' });
    expect(answer.status).toBe(200);
    const contents = answer.body.bills.map(({ number, contents }: { number: number; contents: object }) => [
      number,
      contents,
    ]);
    expect(contents).toEqual([
      [long.id, { [feature.id]: { short: '例假', long: `${'第'.repeat(400)}…` } }],
      [short.id, { [feature.id]: { short: '例假', long: '第一條' } }],
    ]);
  });
});
