import { type Feature, textsOf } from '../../../panel/feature';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { SignIn } from './sign-in';

/**
 * Adds single sign-on to Strapi's log-in page. That page has no injection zone, but Strapi renders components with this
 * name prefix on every page, and this one places itself below the form. Checked with Strapi 5.54.0.
 */
const singleSignOn: Feature = {
  texts: textsOf('single-sign-on', { en, zh }),
  register(app) {
    app.addComponents({ name: 'future-global::newsroom-single-sign-on', Component: withBoundary(SignIn) });
  },
};

export default singleSignOn;
