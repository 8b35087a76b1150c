import { type StrapiApp, useForm } from '@strapi/admin/strapi-admin';
import { useEffect } from 'react';
import { createStore } from '../store';
import { assertPanelHas } from './assert-panel-has';
import { openLinkedForm } from './failed-saves';

/** Whether the form of a linked record, in a dialog on top of another form, holds changes. */
export const isLinkedRecordChanged = createStore(false);

/**
 * Whether Strapi itself goes to another page while such a form holds changes: from a new record that is stored, in place of its form, and to the
 * whole page of the linked record after a question of its own. Checked with Strapi 5.54.0.
 */
export const isByStrapi = (action: 'POP' | 'PUSH' | 'REPLACE'): boolean =>
  action === 'REPLACE' || (action === 'PUSH' && document.querySelector('[role=alertdialog]') !== null);

/** The place of actions in the dialog of a linked record. Checked with Strapi 5.54.0. */
const DIALOG = 'relation-modal';

/** A record, as Strapi gives it to actions; without a document id if it is new. */
interface LinkedRecord {
  model: string;
  documentId?: string | undefined;
}

type Action = { (record: LinkedRecord): null; position?: string };

/**
 * Follows the forms of linked records: nothing else of ours is a part of their dialogs than actions, one of which shows nothing.
 * @throws Error when there are no such actions
 */
export function followLinkedRecordForms(app: StrapiApp): void {
  const { apis } = app.getPlugin('content-manager') as object as {
    apis?: { addDocumentAction?(change: (actions: Action[]) => Action[]): void };
  };
  assertPanelHas(apis?.addDocumentAction, 'actions on records');
  apis.addDocumentAction((actions) => {
    assertPanelHas(
      actions.find(({ position }) => [position].flat().includes(DIALOG)),
      'dialogs of linked records',
    );
    return [...actions, Object.assign(useFollowed, { position: DIALOG })];
  });
}

function useFollowed({ model, documentId }: LinkedRecord): null {
  const isChanged = useForm('LinkedRecord', ({ modified, isSubmitting }) => modified && !isSubmitting);
  useEffect(() => {
    isLinkedRecordChanged.set(isChanged);
    return () => isLinkedRecordChanged.set(false);
  }, [isChanged]);
  useEffect(() => openLinkedForm(model, documentId || undefined), [model, documentId]);
  return null;
}
