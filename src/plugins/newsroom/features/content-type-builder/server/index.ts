import type { Core } from '@strapi/strapi';
import { removeBuilderAction, removeBuilderRoutes } from '../../../../../strapi/content-type-builder';
import type { Feature } from '../../../server/feature';

/** Removes the content-type builder if the configuration says so: content types change in the repository only. */
export const contentTypeBuilder: Feature = {
  register(strapi) {
    if (isOff(strapi)) removeBuilderRoutes(strapi);
  },

  async bootstrap(strapi) {
    if (isOff(strapi)) await removeBuilderAction();
  },
};

const isOff = (strapi: Core.Strapi): boolean => strapi.config.get('plugin::newsroom.contentTypeBuilder') === false;
