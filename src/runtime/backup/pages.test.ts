import { checksumOf, firstPageOf, isSound, PAGE_BYTES } from './pages';

/** A page with a header, a text and its checksum. */
function pageOf(number: number): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  page.writeUInt16LE(4000, 14);
  page.write('立法院', 4000);
  page.writeUInt16LE(checksumOf(page, number), 8);
  return page;
}

describe('a page of PostgreSQL', () => {
  it('is sound with its checksum, at its place only, and if it was never written', () => {
    expect(isSound(pageOf(7), 7)).toBe(true);
    expect(isSound(pageOf(7), 8)).toBe(false);
    expect(isSound(Buffer.alloc(PAGE_BYTES), 3)).toBe(true);
  });

  it.each([0, 9, 13, 100, 4001, 8191])('is damaged when the bit at %i has flipped', (at) => {
    const page = pageOf(7);
    page[at] = (page[at] as number) ^ 4;
    expect(isSound(page, 7)).toBe(false);
  });

  it('is damaged if it lost its header only', () => {
    expect(isSound(pageOf(7).fill(0, 0, 24), 7)).toBe(false);
  });
});

it.each([
  ['base/5/1259', 0],
  ['base/5/1259_fsm', 0],
  ['base/16384/16385.2', 262_144],
  ['global/1262', 0],
  ['global/pg_filenode.map', undefined],
  ['base/5/PG_VERSION', undefined],
  ['pg_xact/0000', undefined],
])('%s: the first page is %p', (name, expected) => expect(firstPageOf(name)).toBe(expected));
