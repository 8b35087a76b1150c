// What is waited for: how the page gets there, what is clicked, what must be seen.

const LIST = '/admin/content-manager/collection-types/api::bill.bill';
const SIZE = 'page=1&pageSize=20';

/** Each wait by its name. */
export async function waitsOf(page, url, { query }) {
  const [bill] = await query(`
    select b.id, b.document_id, b.record_title as title, sum(n)::int as people from bills b
    join (select bill_id, count(*) as n from bills_sponsors_lnk group by 1
      union all select bill_id, count(*) from bills_cosponsors_lnk group by 1) people on people.bill_id = b.id
    group by 1, 2, 3 order by people desc limit 1`);
  // The picker leaves out those who have signed it.
  const [rep] = await query(
    `select name from reps where name like '王%' and id not in (select rep_id from bills_cosponsors_lnk where bill_id = $1) order by number limit 1`,
    [bill.id],
  );
  const { members } = (await query('select count(*)::int as members from reps'))[0];
  const { bills } = (await query('select count(*)::int as bills from bills'))[0];

  const home = () => page.goto(`${url}/admin/`);
  const list = (search = SIZE) => page.goto(`${url}${LIST}?${search}`).then(rows);
  const rows = () => page.getByRole('row').nth(20).waitFor();
  const row = page.getByRole('row').filter({ hasText: bill.title }).first();
  const open = () => page.goto(`${url}${LIST}/${bill.document_id}`).then(form);
  const form = () => page.getByText(`連署人 (`).first().waitFor();
  const picker = page.getByRole('combobox', { name: /^連署人 \(\d+\)/ });

  return {
    [`the list of ${bills} bills, from the home page`]: {
      before: home,
      click: () => page.locator(`a[href*="api::bill.bill"]`).first().click(),
      wanted: rows,
    },
    'the list, loaded anew': { before: home, click: () => page.goto(`${url}${LIST}?${SIZE}`), wanted: rows },
    'its next page': {
      before: () => list(),
      click: () => page.locator('nav a[href*="page=2"]').last().click(),
      wanted: async () => {
        await page.waitForURL(/page=2/);
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        await rows();
      },
    },
    'a search in it': {
      before: () => list(),
      click: () => page.goto(`${url}${LIST}?${SIZE}&_q=${encodeURIComponent(bill.title.slice(0, 12))}`),
      wanted: () => row.waitFor(),
    },
    [`a bill with ${bill.people} people, from the list`]: {
      before: () => page.goto(`${url}${LIST}?${SIZE}&_q=${encodeURIComponent(bill.title)}`).then(() => row.waitFor()),
      click: () => row.getByRole('gridcell').nth(2).click(),
      wanted: form,
    },
    [`the picker of ${members} members`]: {
      before: open,
      click: () => picker.click(),
      wanted: () => page.getByRole('option').nth(5).waitFor(),
    },
    'a name in the picker': {
      before: () => open().then(() => picker.click()),
      click: () => picker.fill(rep.name),
      wanted: () => page.getByRole('option', { name: rep.name }).first().waitFor(),
    },
  };
}
