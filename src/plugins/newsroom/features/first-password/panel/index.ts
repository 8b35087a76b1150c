import { type Feature, textsOf } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { watchRejections } from '../../../panel/strapi/rejections';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { FirstPassword } from './page';
import { watchPasswordRefusals } from './refusals';

/** Blocks the panel until the person changes their password, if the service demands it. */
const firstPassword: Feature = {
  texts: textsOf('first-password', { en, zh }),
  register(app) {
    watchRejections(app, watchPasswordRefusals);
    addGlobalComponent(app, 'first-password', FirstPassword);
  },
};

export default firstPassword;
