import type { Content } from './content';
import { textOf, type ZipEntry } from './zip';

/** A formula without result: its cell (`C7`) and its error (`#N/A`, or nothing). */
export interface FormulaError {
  cell: string;
  error: string;
}

/**
 * Finds the formulas without result in the sheet with this name, or in the first one. The library reads them as empty
 * cells: a lookup that found nothing would silently clear the field that it should fill.
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

/** A cell that is not empty: its attributes and its content. */
const CELL = /<c\s([^>]*[^/>])>([\s\S]*?)<\/c>/g;

/** A cell of type `e`, or a formula that was never calculated. A formula whose result is empty text has the type `str`. */
function failureOf(attributes: string, content: string): FormulaError | undefined {
  const isError = attributes.includes('t="e"');
  const [, value = ''] = /<v>([^<]*)<\/v>/.exec(content) ?? [];
  const isUncalculated = value === '' && content.includes('<f') && !attributes.includes('t="str"');
  const [, cell = ''] = /\br="([A-Z]+\d+)"/.exec(attributes) ?? [];
  return isError || isUncalculated ? { cell, error: value || 'not calculated' } : undefined;
}

/** The attributes of all elements with this name. */
const tagsIn = (xml: string, name: string): Record<string, string>[] =>
  [...xml.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
