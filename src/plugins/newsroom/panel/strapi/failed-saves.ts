/* The messages that Strapi shows on top of its pages, which sonner draws. Checked with Strapi 5.54.0 and sonner 2.0.7. */

import { toast } from 'sonner';
import { isAtRecord, NEW } from './paths';
import { documentIn, isCreation, type RecordWrite, watchWrites, writeIn } from './writes';

/** Names the record that a request saves; all new records of a content type have one name. */
const nameOf = ({ uid, target = '' }: RecordWrite): string => `${uid} ${target}`;

/** What a message is about: a record, by its name, which a new one gets with the answer. */
interface Topic {
  record: string;
}

/** A message on the screen. */
interface Shown {
  id: string | number;
  topic: Topic;
}

/** A message about a failed save. */
interface Failed extends Shown {
  /** Whether it says that nobody knows whether the save is stored. */
  isUnknown: boolean;
}

let latest: { message: string; record: string; isUnknown: boolean } | undefined;

/** The record that was written last, until a message says so. */
let written: Topic | undefined;

/** The messages on the screen that say that a record was written. */
let saved: Shown[] = [];

/** The messages on the screen about failed saves. */
let failed: Failed[] = [];

/** The linked record whose form is open in a dialog on top of another one. */
let linked: string | undefined;

/** How many pages, and dialogs of linked records, were left: what is opened again is another form. */
const left = { pages: 0, dialogs: 0 };

/**
 * Remembers the message about a failed save, which is about to be shown.
 * @param isUnknown whether it says that nobody knows whether the save is stored
 * @returns the message
 */
export function noteFailure(message: string, address: string, isUnknown = false): string {
  const write = writeIn(address, { method: 'PUT' });
  latest = write && { message, record: nameOf(write), isUnknown };
  return message;
}

/** Whether a message is that about the latest failed save. */
export const isOfFailure = (message: unknown): boolean => latest !== undefined && latest.message === message;

/** To be called where a message is not shown. */
export function noteLeftOut(): void {
  written = undefined;
}

/** To be called once a message is on the screen. @param isSuccess whether it says that something was done */
export function noteShown(message: unknown, isSuccess: boolean): void {
  const active = toast.getToasts();
  const id = active.at(-1)?.id;
  if (id === undefined) return;
  saved = saved.filter((each) => active.some((one) => one.id === each.id));
  if (isSuccess && written !== undefined) {
    saved.push({ id, topic: written });
    written = undefined;
  }
  if (!latest || latest.message !== message) return;
  const { record, isUnknown } = latest;
  // What was saved before must not be taken for what was not.
  saved = withoutRecord(saved, record);
  failed = [...withoutRecord(failed, record), { id, topic: { record }, isUnknown }];
}

/** Takes the messages about a record off the screen. @returns the others */
const withoutRecord = <T extends Shown>(messages: T[], record: string): T[] =>
  without(messages, ({ topic }) => topic.record === record);

/** Takes messages off the screen. @returns the others */
function without<T extends Shown>(messages: T[], isGone: (message: T) => boolean): T[] {
  const gone = messages.filter(isGone);
  for (const { id } of gone) toast.dismiss(id);
  return messages.filter((each) => !gone.includes(each));
}

/** Takes away what is said of failed saves. */
export function forgetFailures(): void {
  for (const { id } of failed.splice(0)) toast.dismiss(id);
}

/** Takes away that nobody knows whether the save of a record is stored, which is known by now. @param address where it was sent */
export function forgetUnknown(address: string): void {
  const write = writeIn(address, { method: 'PUT' });
  if (write) failed = without(failed, ({ topic, isUnknown }) => isUnknown && topic.record === nameOf(write));
}

/** To be called once a page is left, with its form. */
export function leavePage(): void {
  left.pages += 1;
  forgetFailures();
}

/** Begins to take away what is said of a failed save once the same record is saved. */
export function followFailures(): void {
  watchWrites({
    onDone: (write, { answer }) => {
      const topic = { record: nameOf(write) };
      written = topic;
      failed = withoutRecord(failed, topic.record);
      if (isCreation(write)) void nameNew(topic, write.uid, answer.clone());
    },
  });
}

/** Gives a new record the name that its next saves have. */
async function nameNew(topic: Topic, uid: string, answer: Response): Promise<void> {
  const target = await documentIn(answer);
  if (target !== undefined) topic.record = nameOf({ uid, target });
}

/** To be called where the form of a linked record opens in a dialog. @returns to be called when it is closed, which leaves that form */
export function openLinkedForm(uid: string, documentId: string | undefined): () => void {
  const record = nameOf({ uid, ...(documentId !== undefined && { target: documentId }) });
  linked = record;
  return () => {
    linked = undefined;
    left.dialogs += 1;
    if (!isAtRecord(uid, documentId ?? NEW)) failed = withoutRecord(failed, record);
  };
}

/** To be called when a form is about to be saved. @returns whether it has been left since; a page counts as left before the next one is there */
export function whetherLeft(address: string): () => boolean {
  const { pages, dialogs } = left;
  const { pathname } = window.location;
  const write = writeIn(address, { method: 'PUT' });
  const isLinked = write !== undefined && linked === nameOf(write);
  return () => window.location.pathname !== pathname || left.pages !== pages || (isLinked && left.dialogs !== dialogs);
}
