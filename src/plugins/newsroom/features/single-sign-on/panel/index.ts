import { type Feature, textsOf } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { SignIn } from './sign-in';

/** Adds single sign-on to Strapi's log-in page, which has no place for components: this one moves below the form. */
const singleSignOn: Feature = {
  texts: textsOf('single-sign-on', { en, zh }),
  register(app) {
    addGlobalComponent(app, 'single-sign-on', SignIn);
  },
};

export default singleSignOn;
