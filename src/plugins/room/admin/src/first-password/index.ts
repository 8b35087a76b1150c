import { guarded } from '../boundary/boundary';
import type { Feature } from '../feature';
import { FirstPassword } from './page';
import { watchRequired } from './required';
import texts from './texts';

/** Strapi draws components of such names above every page; it calls the place experimental. */
const PLACE = 'future-global::room-first-password';

/** Asks for a new password before anything else, where the service wants one. */
const firstPassword: Feature = {
  texts,
  register(app) {
    app.addMiddlewares([watchRequired as never]);
    app.addComponents({ name: PLACE, Component: guarded(FirstPassword) });
  },
};

export default firstPassword;
