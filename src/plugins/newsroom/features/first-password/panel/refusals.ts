import { createStore } from '../../../panel/store';
import type { Rejection } from '../../../panel/strapi/rejections';

/** Message of the service's refusals to a person who must change their password first. */
const REQUIRED = 'PASSWORD_CHANGE_REQUIRED';

/** Whether the service demands a new password. */
export const passwordChangeStore = createStore(false);

/** Watches for these refusals. */
export function watchPasswordRefusals({ message }: Rejection): undefined {
  if (message === REQUIRED) setTimeout(() => passwordChangeStore.set(true), 0);
}
