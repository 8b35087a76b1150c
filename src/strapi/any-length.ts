import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** About the longest text that PostgreSQL stores, in characters. */
const MAX_LENGTH = 1_000_000_000;

/**
 * Allows one-line texts in columns of type `text` to have any length, such as links: Strapi would refuse more than 255
 * characters. The property is not enumerable, so that the panel's forms show no hint about it. Checked with Strapi 5.54.0.
 */
export function allowAnyLength({ contentTypes, components }: Pick<Core.Strapi, 'contentTypes' | 'components'>): void {
  for (const { attributes } of [...Object.values(contentTypes), ...Object.values(components)]) {
    for (const attribute of Object.values(attributes) as { type: string; column?: { type?: string } }[]) {
      if (attribute.type !== 'string' || attribute.column?.type !== 'text' || 'maxLength' in attribute) continue;
      Object.defineProperty(attribute, 'maxLength', { value: MAX_LENGTH });
    }
  }
}

/** Validates entries before the document service writes them. */
interface Validator {
  validateEntityCreation(model: unknown, data: object, options: { isDraft: boolean }): Promise<unknown>;
}

/**
 * Has Strapi validate a text longer than its default limit.
 * @throws StartError when it refuses the text.
 */
export async function assertAnyLength(strapi: { contentTypes: object; entityValidator: unknown }): Promise<void> {
  const { validateEntityCreation } = strapi.entityValidator as Validator;
  for (const model of Object.values(strapi.contentTypes) as { attributes: Record<string, { maxLength?: number }> }[]) {
    const name = Object.keys(model.attributes).find((each) => model.attributes[each]?.maxLength === MAX_LENGTH);
    if (!name) continue;
    const isAccepted = await validateEntityCreation(model, { [name]: 'x'.repeat(256) }, { isDraft: true }).then(
      () => true,
      () => false,
    );
    return assertStrapiHas(isAccepted, '"maxLength" that lets texts be longer than 255 characters');
  }
}
