import { resources } from '../../src/resources';
import { create, get, sql } from '../support/client';

const PATH = '/console/lab/gov_agencies';

/** Names with letters that have several forms or several encodings, and one that has the pairs of 調查局, but not it. */
const NAMES = [
  '立法院',
  '法務部調查局',
  '查局調查',
  'İSTANBUL',
  'istanbul',
  'STRAẞE',
  'Straße',
  'STRASSE',
  'ΟΔΟΣ',
  'οδος',
  'οδοσ',
  'CAFÉ',
  'cafe\u0301',
  '100% sure',
  'snake_case',
  'back\\slash',
  'two\nlines',
  '𠮷野家',
  'x',
];

/** Parts of these names, and texts that occur in none. */
const PARTS = [
  ...['法', '院', '立法', '調查局', '法務部調查', '野', '𠮷', '𠮷野'],
  ...['İ', 'i', 'i\u0307', 'ist', 'ß', 'ẞ', 'SS', 'aß', 'Σ', 'σ', 'ς', 'οσ', 'ος', 'ΟΔΟΣ'],
  ...['é', 'e\u0301', '\u0301', 'fé', '%', '0%', '% s', '_', 'e_c', '\\', 'k\\s', '\\s', 'o\nl', 'x', 'xx', '%%', 'Q'],
];

describe('filters by a part of a text', () => {
  beforeAll(async () => {
    for (const name of NAMES) await create(PATH, { name });
  });

  it.each(PARTS)('%j finds what ilike finds', async (part) => {
    const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
    const expected = await sql('select number from gov_agencies where name ilike $1 order by number', [pattern]);
    const { body } = await get(`${PATH}?name=${encodeURIComponent(part)}`);
    expect(body.rows.map(({ id }: { id: number }) => id)).toEqual(expected.map(({ number }) => number));
  });

  it.each(['法', '立法', '調查局'])('%s is found by the index', async (part) => {
    await sql('set enable_seqscan = off');
    const plan = await sql(
      `explain select 1 from gov_agencies where rostra_grams(name) @> (select rostra_grams_of_pattern('%${part}%')) and name ilike '%${part}%'`,
    );
    await sql('reset enable_seqscan');
    expect(JSON.stringify(plan)).toContain('Bitmap Index Scan on gov_agencies_name_grams_ix');
  });

  const searched = resources.flatMap((resource) =>
    Object.values(resource.filters).flatMap((filter) =>
      (filter.searched ?? []).map((attribute) => [resource.name, attribute]),
    ),
  );

  it.each(searched)('%s has an index for parts of %s', async (name, attribute) => {
    const kind = resources.find((resource) => resource.name === name)?.kind;
    const found = await sql(
      `select indexname from pg_indexes where indexdef like '%gin (rostra_grams(' || $1 || '%' and tablename = any($2)`,
      [attribute, tableNamesOf(kind ?? '')],
    );
    expect(found).toHaveLength(1);
  });
});

/** A content type's table is named by its plural. */
function tableNamesOf(kind: string): string[] {
  const name = kind.replaceAll('-', '_');
  return [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')];
}
