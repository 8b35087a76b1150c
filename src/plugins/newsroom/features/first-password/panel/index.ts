import { type Feature, textsOf } from '../../../panel/feature';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { FirstPassword } from './page';
import { passwordChangeMiddleware } from './password-change-required';

/** Strapi renders components with this prefix on every page; the API is experimental. */
const COMPONENT_NAME = 'future-global::newsroom-first-password';

/** Blocks the panel until the person changes their password, if the service demands it. */
const firstPassword: Feature = {
  texts: textsOf('first-password', { en, zh }),
  register(app) {
    app.addMiddlewares([passwordChangeMiddleware as never]);
    app.addComponents({ name: COMPONENT_NAME, Component: withBoundary(FirstPassword) });
  },
};

export default firstPassword;
