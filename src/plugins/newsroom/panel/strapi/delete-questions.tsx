import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { type ComponentType, type ReactNode, useCallback, useRef } from 'react';
import { QuestionScroll } from '../question-scroll';
import { assertPanelHas } from './assert-panel-has';

/** The records that a delete would delete. */
export interface DeletedRecords {
  uid: string;
  documentIds: string[];
}

/** What the content of a question is told, and tells. */
export interface DeletionProps extends DeletedRecords {
  /** To be called once it is known that the delete would be refused. */
  onRefused?: (() => void) | undefined;
}

/** What Strapi passes to an action on a record, or on the selected ones. */
interface ActionProps {
  model: string;
  documentId?: string;
  documents?: { documentId: string }[];
}

interface Description {
  dialog?: { type: string; content?: ReactNode };
}

interface Action {
  (props: ActionProps): Description | null;
  type?: string;
}

type AddActions = (change: (actions: Action[]) => Action[]) => void;

/** Adds content to the question before a delete, of one record or of the selected ones. Checked with Strapi 5.54.0. @throws Error when there is no such action. */
export function addToDeleteQuestions(app: StrapiApp, Content: ComponentType<DeletionProps>): void {
  const { apis } = app.getPlugin('content-manager') as object as {
    apis?: { addDocumentAction?: AddActions; addBulkAction?: AddActions };
  };
  for (const add of [apis?.addDocumentAction, apis?.addBulkAction]) {
    assertPanelHas(add, 'actions on records');
    add((actions) => {
      assertPanelHas(actions.find(isDelete), 'action that deletes');
      return actions.map((action) => (isDelete(action) ? withContent(action, Content) : action));
    });
  }
}

const isDelete = ({ type }: Action): boolean => type === 'delete';

/** The same action, whose properties tell Strapi where it belongs. */
const withContent = (action: Action, Content: ComponentType<DeletionProps>): Action =>
  Object.assign((props: ActionProps) => {
    const description = action(props);
    if (description?.dialog?.type !== 'dialog') return description;
    const { model, documentId, documents = documentId ? [{ documentId }] : [] } = props;
    const content = (
      <>
        {description.dialog.content}
        <Asked Content={Content} uid={model} documentIds={documents.map((each) => each.documentId)} />
      </>
    );
    return { ...description, dialog: { ...description.dialog, content } };
  }, action);

interface AskedProps extends DeletedRecords {
  Content: ComponentType<DeletionProps>;
}

/** The content of a question, which cannot be confirmed once it says that the delete would be refused. */
function Asked({ Content, ...records }: AskedProps) {
  const place = useRef<HTMLDivElement>(null);
  const refuse = useCallback(() => {
    const confirm = confirmButtonOf(place.current);
    if (!confirm) return console.error('The question before a delete has no button to confirm it.');
    confirm.disabled = true;
    confirm.setAttribute('aria-disabled', 'true');
  }, []);
  return (
    <div ref={place}>
      <QuestionScroll>
        <Content {...records} onRefused={refuse} />
      </QuestionScroll>
    </div>
  );
}

/** The button that confirms the question around an element: the last one. Strapi has no property that disables it. Checked with Strapi 5.54.0. */
const confirmButtonOf = (element: Element | null): HTMLButtonElement | undefined =>
  [...(element?.closest('[role=alertdialog]')?.querySelectorAll('button') ?? [])].at(-1);
