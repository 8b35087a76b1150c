import { app } from './strapi';

/** The longest text that PostgreSQL keeps, in characters, near enough. */
const LONGEST = 1_000_000_000;

/**
 * Lets one-line texts that are kept in a column of type `text` be of any length (no limit is decided): Strapi would
 * refuse more than 255 characters, a link for instance. Not enumerable, so that the panel's forms show no such hint.
 */
export function allowAnyLength(): void {
  const { contentTypes, components } = app();
  for (const { attributes } of [...Object.values(contentTypes), ...Object.values(components)]) {
    for (const attribute of Object.values(attributes) as { type: string; column?: { type?: string } }[]) {
      if (attribute.type !== 'string' || attribute.column?.type !== 'text' || 'maxLength' in attribute) continue;
      Object.defineProperty(attribute, 'maxLength', { value: LONGEST });
    }
  }
}
