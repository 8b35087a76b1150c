import { content } from '../support/content';

describe('content columns', () => {
  it('lists the columns of a table with their values, and all resources', async () => {
    const { code, out, err } = await content(['columns', 'rs_bills']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^act_id +required +id or name, of acts$/m);
    expect(out).toMatch(/^act_features +required +rows: st_id, .*; \[\] for none$/m);
    expect(out).toMatch(/^principle_sponsor_type +one of gov_agency, caucus, rep$/m);
    const all = await content(['columns']);
    expect([all.code, all.out.split('\n')]).toEqual([0, expect.arrayContaining(['rs_bills', 'reps', 'terms'])]);
  });

  it('refuses an unknown resource', async () => {
    const { code, err } = await content(['columns', 'bills']);
    expect([code, err]).toEqual([2, expect.stringContaining('There is no resource "bills"')]);
  });
});
