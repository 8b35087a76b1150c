import { Field, TextInput } from '@strapi/design-system';
import { type KeyboardEvent, useSyncExternalStore } from 'react';
import { MAX_NOTE } from '../../../../../common/change-note';
import { enteredNote, enterNote, subscribeNotes } from './note-store';
import { useText } from './use-text';

/** The field for why a record is changed; the next save sends it along. */
export function NoteField({ uid, documentId }: { uid: string; documentId: string }) {
  const { t } = useText();
  const note = useSyncExternalStore(subscribeNotes, () => enteredNote(uid, documentId));
  // The field stands within Strapi's form, which saves on Enter.
  const keepForm = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();
  return (
    <Field.Root width="100%">
      <Field.Label>{t('note.save')}</Field.Label>
      <TextInput
        size="S"
        maxLength={MAX_NOTE}
        value={note}
        placeholder={t('note.save.placeholder')}
        onChange={({ target }: { target: { value: string } }) => enterNote(uid, documentId, target.value)}
        onKeyDown={keepForm}
      />
    </Field.Root>
  );
}
