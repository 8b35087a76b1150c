const BILLS = '/console/lab/rs_bills';
const REPS = '/console/lab/reps';
const PAGE_SIZE = 20;

/**
 * The cases: a name, the path for each factor, and the maximum slowdown at the largest factor (undefined: reported
 * only).
 */
export async function casesOf({ query }, databases) {
  const [smallest] = databases.values();
  const read = async (text, values = [], database = smallest) => (await query(text, values, database))[0];
  const pages = new Map();
  for (const [factor, database] of databases) {
    const { count } = await read('select count(*)::int as count from bills', [], database);
    pages.set(factor, Math.ceil(count / PAGE_SIZE));
  }
  const same = (name, path, most) => ({ name, pathOf: () => path, most });
  const topic = await read(
    `select number from acts_specific_topics_lnk join bills_act_lnk using (act_id) join specific_topics t on t.id = specific_topic_id
      group by number order by count(*) desc, number limit 1`,
  );
  const party = await read(
    'select number from components_rep_parties_party_lnk join parties p on p.id = inv_party_id group by number order by count(*) desc limit 1',
  );
  const act = await read(
    'select number from bills_act_lnk join acts a on a.id = act_id group by number order by count(*) desc, number limit 1',
  );
  const term = await read('select term_index as number from bills group by 1 order by count(*) desc, 1 limit 1');
  return [
    same('page 1', BILLS, 1.3),
    same('page 300', `${BILLS}?page=300`, 2),
    { name: 'last page', pathOf: (factor) => `${BILLS}?page=${pages.get(factor)}`, most: 2 },
    { name: 'middle page', pathOf: (factor) => `${BILLS}?page=${Math.ceil(pages.get(factor) / 2)}` },
    same('the count only (a page past the end)', `${BILLS}?page=100000000`),
    same('of a term', `${BILLS}?term=${term?.number ?? 1}`),
    same('of a topic', `${BILLS}?st=${topic?.number ?? 1}`),
    same('of an act', `${BILLS}?act=${act?.number ?? 1}`),
    ...(party ? [same("of the sponsor's party", `${BILLS}?principle_sponsor_party=${party.number}`)] : []),
    ...(await nameParts(read)),
  ];
}

/** Rare parts of members' names of one, two and four characters. */
async function nameParts(read) {
  const found = [];
  for (const length of [1, 2, 4]) {
    const part = await read(
      `select substr(name, at, $1) as text from reps cross join generate_series(1, length(name) - $1 + 1) at
        where name !~ '\\s' group by 1 order by count(*), 1 limit 1`,
      [length],
    );
    if (!part) continue;
    const path = `${REPS}?name=${encodeURIComponent(part.text)}`;
    found.push({ name: `part of a name, ${length} ${length === 1 ? 'character' : 'characters'}`, pathOf: () => path });
  }
  return found;
}
