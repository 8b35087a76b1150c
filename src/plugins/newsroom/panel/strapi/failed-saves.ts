/* The messages that Strapi shows on top of its pages, which sonner draws. Checked with Strapi 5.54.0 and sonner 2.0.7. */

import { toast } from 'sonner';
import { watchWrites, writeIn } from './writes';

/** Names the record that a request saves; all new records of a content type have one name. */
const nameOf = ({ uid, target = '' }: { uid: string; target?: string }): string => `${uid} ${target}`;

let latest: { message: string; record: string } | undefined;

/** The latest message on the screen about what was saved. */
let saved: string | number | undefined;

/** The messages on the screen about failed saves. */
let shown: { id: string | number; record: string }[] = [];

/** Remembers the message about a failed save, which is about to be shown. @returns the message */
export function noteFailure(message: string, address: string): string {
  const write = writeIn(address, { method: 'PUT' });
  latest = write && { message, record: nameOf(write) };
  return message;
}

/** Whether a message is that about the latest failed save. */
export const isOfFailure = (message: unknown): boolean => latest !== undefined && latest.message === message;

/** To be called once a message is on the screen. @param isSaved whether it says that something is saved */
export function noteShown(message: unknown, isSaved: boolean): void {
  const [{ id } = {}] = toast.getToasts().slice(-1);
  if (id === undefined) return;
  if (isSaved) saved = id;
  if (!latest || latest.message !== message) return;
  // What was saved before must not be taken for what was not.
  if (saved !== undefined) toast.dismiss(saved);
  takeAway(latest.record);
  shown.push({ id, record: latest.record });
}

/** Takes away what is said of failed saves of a record. */
function takeAway(name: string): void {
  for (const { id, record } of shown) if (record === name) toast.dismiss(id);
  shown = shown.filter(({ record }) => record !== name);
}

/** Takes away what is said of failed saves: the form that it is about was left. */
export function forgetFailures(): void {
  for (const { id } of shown.splice(0)) toast.dismiss(id);
}

/** Begins to take away what is said of a failed save once the same record is saved. */
export function followFailures(): void {
  watchWrites({
    headersFor: () => ({}),
    onDone: (write) => takeAway(nameOf(write)),
  });
}
