/* The messages that Strapi shows on top of its pages, which sonner draws. Checked with Strapi 5.54.0 and sonner 2.0.7. */

import { toast } from 'sonner';
import { watchWrites, writeIn } from './writes';

/** Names the record that a request saves; all new records of a content type have one name. */
const nameOf = ({ uid, target = '' }: { uid: string; target?: string }): string => `${uid} ${target}`;

let latest: { message: string; record: string } | undefined;

/** The messages on the screen about failed saves. */
let shown: { id: string | number; record: string }[] = [];

/** Remembers the message about a failed save, which is about to be shown. @returns the message */
export function noteFailure(message: string, address: string): string {
  const write = writeIn(address, { method: 'PUT' });
  latest = write && { message, record: nameOf(write) };
  return message;
}

/** To be called once a message is on the screen. */
export function noteShown(message: unknown): void {
  const [toastShown] = toast.getToasts().slice(-1);
  if (toastShown && latest && latest.message === message) shown.push({ id: toastShown.id, record: latest.record });
}

/** Begins to take away what is said of a failed save once the same record is saved. */
export function followFailures(): void {
  watchWrites({
    headersFor: () => ({}),
    onDone: (write) => {
      for (const { id, record } of shown) if (record === nameOf(write)) toast.dismiss(id);
      shown = shown.filter(({ record }) => record !== nameOf(write));
    },
  });
}
