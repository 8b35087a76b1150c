import { boolean, choice, defineResource, shape, text } from '../../plugins/rostra/server/src/declare';
import { besideAddresses } from './database';
import { refusePrimary } from './primary';

/** An e-mail address of a citizen; its operations stand in `endpoints.ts`. */
export const citizenEmail = defineResource('api::citizen-email.citizen-email', {
  path: '/citizen/:handle/emails',
  name: 'citizen_emails',
  operations: [],
  fields: {
    email: text().required(),
    is_primary: boolean().or(false),
    is_verified: boolean().or(false),
    visibility: choice(['public', 'private']).or('private'),
  },
  row: shape('id email is_primary is_verified visibility'),
  beforeRemove: refusePrimary,
  beside: besideAddresses,
});
