// The measured waits: how the page gets there, what is clicked, what must appear.

const LIST = '/admin/content-manager/collection-types/api::bill.bill';
const SIZE = 'page=1&pageSize=20';

/** Returns the waits by name. */
export async function waitsOf(page, url, { query }) {
  const [bill] = await query(`
    select b.id, b.document_id, b.record_title as title, sum(n)::int as people from bills b
    join (select bill_id, count(*) as n from bills_sponsors_lnk group by 1
      union all select bill_id, count(*) from bills_cosponsors_lnk group by 1) people on people.bill_id = b.id
    group by 1, 2, 3 order by people desc limit 1`);
  // The picker omits members who have already signed.
  const [rep] = await query(
    `select name from reps where id not in (select rep_id from bills_cosponsors_lnk where bill_id = $1)
      order by name like '王%' desc, number limit 1`,
    [bill.id],
  );
  const { members } = (await query('select count(*)::int as members from reps'))[0];
  const { bills } = (await query('select count(*)::int as bills from bills'))[0];

  let last = '';

  const home = () => page.goto(`${url}/admin/`);
  const list = (search = SIZE) => page.goto(`${url}${LIST}?${search}`).then(rows);
  const open = () => page.goto(`${url}${LIST}/${bill.document_id}`).then(form);
  const row = page.getByRole('row').filter({ hasText: bill.title }).first();
  const search = page.locator('input[name=search]');
  const picker = page.getByRole('combobox', { name: /^連署人 \(\d+\)/ });
  // Checks every frame: locators poll rarely, up to half a second late.
  const waitForElements = (selector, { text = '', least = 1 } = {}) =>
    page.waitForFunction(
      ([selector, text, least]) =>
        [...document.querySelectorAll(selector)].filter(({ textContent }) => textContent.includes(text)).length >=
        least,
      [selector, text, least],
    );
  const rows = () => waitForElements('tbody tr', { least: 20 });
  const found = () => waitForElements('tbody tr', { text: bill.title });
  const form = () => waitForElements('label', { text: '連署人 (' });
  const options = (text, least) => waitForElements('[role=option]', { text, least });

  return {
    [`the list of ${bills} bills, from the home page`]: {
      before: home,
      click: () => page.locator(`a[href*="api::bill.bill"]`).first().click(),
      awaitResult: rows,
    },
    'the list, with a reload of the panel': {
      before: home,
      click: () => page.goto(`${url}${LIST}?${SIZE}`, { waitUntil: 'commit' }),
      awaitResult: rows,
    },
    'its next page': {
      before: async () => {
        await list();
        last = await page.locator('tbody tr').first().textContent();
      },
      click: () => page.locator('nav a[href*="page=2"]').last().click(),
      awaitResult: () =>
        page.waitForFunction((before) => {
          const rows = document.querySelectorAll('tbody tr');
          return rows.length >= 20 && rows[0].textContent !== before;
        }, last),
    },
    'a search in it': {
      before: async () => {
        await list();
        await page.getByRole('button', { name: '搜尋', exact: true }).click();
        await search.fill(bill.title);
      },
      click: () => search.press('Enter'),
      awaitResult: found,
    },
    [`a bill with ${bill.people} people, from the list`]: {
      before: () => page.goto(`${url}${LIST}?${SIZE}&_q=${encodeURIComponent(bill.title)}`).then(found),
      click: () => row.getByRole('gridcell').nth(2).click(),
      awaitResult: form,
    },
    [`the picker of ${members} members`]: {
      before: open,
      click: () => picker.click(),
      awaitResult: () => options('', 6),
    },
    'a name in the picker': {
      before: () => open().then(() => picker.click()),
      click: () => picker.fill(rep.name),
      awaitResult: () => options(rep.name),
    },
  };
}
