import type { Feature } from '../../../panel/feature';
import { guarded } from '../../error-boundary/panel/boundary';
import texts from '../texts';
import { FirstPassword } from './page';
import { watchRequired } from './required';

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
