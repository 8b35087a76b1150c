import { boolean, choice, defineResource, shape } from '../../plugins/rostra/server/src/declare';
import { emailAddress } from './address';
import schema from './content-types/citizen-email/schema.json';
import { databaseObjects, ROW } from './database';
import { afterPanelWrite, refusePrimary } from './primary';

/** A citizen's e-mail address; its operations are in `endpoints/`. */
export const citizenEmail = defineResource(schema, {
  path: '/citizen/:handle/emails',
  name: 'citizen_emails',
  operations: [],
  fields: {
    email: emailAddress(),
    is_primary: boolean().default(false),
    is_verified: boolean().default(false),
    visibility: choice(['public', 'private']).default('private'),
  },
  row: shape(ROW),
  beforeRemove: refusePrimary,
  afterPanelWrite,
  databaseObjects,
});
