import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { inLanguage } from '../../../panel/language';
import { createStore } from '../../../panel/store';
import { isAtRecord } from '../../../panel/strapi/paths';
import type { RecordArgs } from '../../../panel/strapi/reads';
import { type Rejection, watchRejections } from '../../../panel/strapi/rejections';
import { UNSHOWN } from '../../../panel/unshown';

/** The record of the open form whose save has failed because somebody has deleted it. */
export const deletedRecord = createStore<{ uid: string; documentId: string } | undefined>(undefined);

/** Catches saves of records that are deleted: a dialog tells of it where the form is still open, a message elsewhere. */
export const watchDeleted = (app: StrapiApp): void => watchRejections(app, messageFor);

/** What is shown for a refused request in place of Strapi's message; undefined if it does not save a record that is deleted. */
export function messageFor({ endpoint, status, args }: Rejection): string | undefined {
  if (endpoint !== 'updateDocument' || status !== 404) return undefined;
  const { model: uid, documentId = '' } = args as RecordArgs;
  return tellDeleted({ uid, documentId }, isAtRecord(uid, documentId));
}

/** Tells that a record is deleted whose save has failed for that. @returns the message to show: none where its form is still open, which gets the dialog */
export function tellDeleted(record: { uid: string; documentId: string }, isOpen: boolean): string {
  if (!isOpen) return inLanguage({ zh: '未儲存：這筆資料已被刪除。', en: 'Not saved: the record was deleted.' });
  deletedRecord.set(record);
  return UNSHOWN;
}
