import { unstable_useContentManagerContext } from '@strapi/strapi/admin';

/** The record in the open form, by its content type and document id. Strapi calls this unstable; checked with 5.54.0. */
export const useOpenRecord = (): { model: string; id?: string } => unstable_useContentManagerContext();

/** An attribute of a content type or component, as its schema declares it. */
export interface SchemaAttribute {
  type: string;
  component?: string;
  /** The content type that a relation refers to. */
  targetModel?: string;
}

export type SchemaAttributes = Record<string, SchemaAttribute>;

/** The attributes of the record in the open form, and those of the components by their name. */
export function useAttributes(): { own: SchemaAttributes; components: Record<string, SchemaAttributes> } {
  const { contentType, components } = unstable_useContentManagerContext();
  return {
    own: contentType?.attributes ?? {},
    components: Object.fromEntries(Object.entries(components).map(([uid, { attributes }]) => [uid, attributes])),
  };
}
