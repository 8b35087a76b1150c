import type { Endpoint } from '../../../plugins/rostra/server/src/declare';
import { addEmail, listEmails, preferEmail, removeEmail, showEmail } from './addresses';
import { confirmEmail, requestEmail } from './verification';

/** The operations on citizens' addresses. */
export const citizenEmails: Endpoint[] = [
  listEmails,
  addEmail,
  removeEmail,
  requestEmail,
  confirmEmail,
  showEmail,
  preferEmail,
];
