import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { Content } from './content';

/** A file in a ZIP archive. */
export interface ZipEntry {
  name: string;
  /** Its unpacked size in bytes. */
  size: number;
  packed: number;
  isDeflated: boolean;
  offset: number;
}

/** The files in a ZIP archive; none if it has no table of contents. */
export async function entriesIn(content: Content): Promise<ZipEntry[]> {
  const end = await content.read(Math.max(0, content.size - MAX_END), MAX_END);
  const at = end.lastIndexOf(END);
  if (at < 0 || at + 20 > end.length) return [];
  return entriesOf(await content.read(end.readUInt32LE(at + 16), end.readUInt32LE(at + 12)));
}

/** Reads a file of an archive as text. */
export async function textOf(content: Content, { offset, packed, isDeflated }: ZipEntry): Promise<string> {
  const head = await content.read(offset, 30);
  const bytes = await content.read(offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
  return (isDeflated ? await promisify(inflateRaw)(bytes) : bytes).toString('utf8');
}

const END = Buffer.from('PK\u0005\u0006');
/** The size of the end record with the longest possible comment. */
const MAX_END = 22 + 0xffff;
const ENTRY = 0x02014b50;

function entriesOf(table: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= table.length && table.readUInt32LE(at) === ENTRY; ) {
    const nameEnd = at + 46 + table.readUInt16LE(at + 28);
    entries.push({
      name: table.toString('utf8', at + 46, nameEnd),
      isDeflated: table.readUInt16LE(at + 10) === 8,
      packed: table.readUInt32LE(at + 20),
      size: table.readUInt32LE(at + 24),
      offset: table.readUInt32LE(at + 42),
    });
    at = nameEnd + table.readUInt16LE(at + 30) + table.readUInt16LE(at + 32);
  }
  return entries;
}
