import { type Feature, textsOf } from '../../../panel/feature';
import { guarded } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { FirstPassword } from './page';
import { watchRequired } from './required';

/** Strapi draws components of such names above every page; it calls the place experimental. */
const PLACE = 'future-global::newsroom-first-password';

/** Asks for a new password before anything else, where the service wants one. */
const firstPassword: Feature = {
  texts: textsOf('first-password', { en, zh }),
  register(app) {
    app.addMiddlewares([watchRequired as never]);
    app.addComponents({ name: PLACE, Component: guarded(FirstPassword) });
  },
};

export default firstPassword;
