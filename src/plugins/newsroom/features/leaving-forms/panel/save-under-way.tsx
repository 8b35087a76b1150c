import { useSyncExternalStore } from 'react';
import { PageQuestion, useUnloadQuestion } from '../../../panel/leave-question';
import { leaveTextIdDuring } from '../../drafts/panel/kept';
import { isSaving, leaveSaves, writesUnderWay } from './saves-under-way';

const textId = leaveTextIdDuring(writesUnderWay);

/** Asks before a page is left whose save has no answer yet; mounted on every page. */
export function SaveUnderWay() {
  const isUnderWay = useSyncExternalStore(isSaving.subscribe, isSaving.get);
  useUnloadQuestion(isUnderWay);
  // Strapi goes on from a new record as soon as it is stored, while its form still counts as being saved.
  return isUnderWay ? <PageQuestion isNeeded={isSaving.get} textId={textId} onLeave={leaveSaves} /> : null;
}
