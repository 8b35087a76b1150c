import type { Core } from '@strapi/strapi';
import type { Feature } from '../../../server/feature';

const BUILDER = 'content-type-builder';

/**
 * Takes the content-type builder away where the configuration says so: content types change in the repository only. Strapi
 * takes no notice of `enabled: false` for its own plugins. Without its action nobody is allowed it, so the panel has no link.
 */
const contentTypeBuilder: Feature = {
  register(strapi) {
    if (isOff(strapi)) strapi.plugin(BUILDER).routes = {};
  },

  async bootstrap(strapi) {
    if (isOff(strapi)) await strapi.service('admin::permission').actionProvider.delete(`plugin::${BUILDER}.read`);
  },
};

const isOff = (strapi: Core.Strapi): boolean => strapi.config.get('plugin::newsroom.contentTypeBuilder') === false;

export default contentTypeBuilder;
