import type { Content } from './content';
import { textOf, type ZipEntry } from './zip';

/** A formula of a sheet that has no result: its cell (`C7`), and what stands there (`#N/A`, or nothing). */
export interface FormulaError {
  cell: string;
  error: string;
}

/**
 * The formulas without a result in the sheet of this name, or the first one. The library reads them as empty cells: a
 * search that found nothing would silently clear what it was to fill in.
 */
export async function formulaErrors(content: Content, entries: ZipEntry[], sheet: string): Promise<FormulaError[]> {
  const text = async (name: string) => {
    const entry = entries.find((each) => each.name === name);
    return entry ? textOf(content, entry) : '';
  };
  const sheets = tagsIn(await text('xl/workbook.xml'), 'sheet');
  const id = (sheets.find(({ name }) => name === sheet) ?? sheets[0])?.['r:id'];
  const link = tagsIn(await text('xl/_rels/workbook.xml.rels'), 'Relationship').find((each) => each.Id === id);
  if (!link?.Target) return [];
  const cells = await text(link.Target.startsWith('/') ? link.Target.slice(1) : `xl/${link.Target}`);
  return [...cells.matchAll(CELL)].flatMap(([, attributes = '', content = '']) => failureOf(attributes, content) ?? []);
}

/** A cell that is not empty: its attributes, and what is in it. */
const CELL = /<c\s([^>]*[^/>])>([\s\S]*?)<\/c>/g;

/** Of the kind `e`, or a formula that nobody has worked out; one that gives empty text is of the kind `str`. */
function failureOf(attributes: string, content: string): FormulaError | undefined {
  const isError = attributes.includes('t="e"');
  const [, value = ''] = /<v>([^<]*)<\/v>/.exec(content) ?? [];
  const isOpen = value === '' && content.includes('<f') && !attributes.includes('t="str"');
  const [, cell = ''] = /\br="([A-Z]+\d+)"/.exec(attributes) ?? [];
  return isError || isOpen ? { cell, error: value || 'not worked out' } : undefined;
}

/** The attributes of the elements of this name. */
const tagsIn = (xml: string, name: string): Record<string, string>[] =>
  [...xml.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
