import type { Endpoint } from '../../../plugins/rostra/server/src/declare';
import { addEmail } from './add';
import { confirmEmail } from './confirm-verification';
import { listEmails } from './list';
import { removeEmail } from './remove';
import { requestEmail } from './request-verification';
import { preferEmail } from './set-primary';
import { showEmail } from './set-visibility';

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
