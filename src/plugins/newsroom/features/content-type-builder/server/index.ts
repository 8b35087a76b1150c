import type { Core } from '@strapi/strapi';
import type { Feature } from '../../../server/feature';

const BUILDER = 'content-type-builder';

/**
 * Removes the content-type builder if the configuration says so: content types change in the repository only. Strapi
 * ignores `enabled: false` for its own plugins. Removing the action hides its link in the panel.
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
