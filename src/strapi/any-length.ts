import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** The longest text that PostgreSQL keeps, in characters, near enough. */
const LONGEST = 1_000_000_000;

/**
 * Lets one-line texts that are kept in a column of type `text` be of any length (no limit is decided): Strapi would
 * refuse more than 255 characters, a link for instance. Not enumerable, so that the panel's forms show no such hint. Checked with Strapi 5.54.0.
 */
export function allowAnyLength({ contentTypes, components }: Pick<Core.Strapi, 'contentTypes' | 'components'>): void {
  for (const { attributes } of [...Object.values(contentTypes), ...Object.values(components)]) {
    for (const attribute of Object.values(attributes) as { type: string; column?: { type?: string } }[]) {
      if (attribute.type !== 'string' || attribute.column?.type !== 'text' || 'maxLength' in attribute) continue;
      Object.defineProperty(attribute, 'maxLength', { value: LONGEST });
    }
  }
}

/** What checks an entry before the document service writes it. */
interface Validator {
  validateEntityCreation(model: unknown, data: object, options: { isDraft: boolean }): Promise<unknown>;
}

/**
 * Has Strapi check a text that is longer than it would take by itself.
 * @throws StartError when the limit stands.
 */
export async function assertAnyLength(strapi: { contentTypes: object; entityValidator: unknown }): Promise<void> {
  const { validateEntityCreation } = strapi.entityValidator as Validator;
  for (const model of Object.values(strapi.contentTypes) as { attributes: Record<string, { maxLength?: number }> }[]) {
    const name = Object.keys(model.attributes).find((each) => model.attributes[each]?.maxLength === LONGEST);
    if (!name) continue;
    const isTaken = await validateEntityCreation(model, { [name]: 'x'.repeat(256) }, { isDraft: true }).then(
      () => true,
      () => false,
    );
    return assertStrapiHas(isTaken, '"maxLength" that lets texts be longer than 255 characters');
  }
}
