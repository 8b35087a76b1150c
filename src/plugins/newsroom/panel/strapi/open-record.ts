import { unstable_useContentManagerContext } from '@strapi/strapi/admin';

/** The record in the open form, by its content type and document id. Strapi calls this unstable; checked with 5.54.0. */
export const useOpenRecord = (): { model: string; id?: string } => unstable_useContentManagerContext();
