import { Button, Checkbox, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../../panel/notice';
import { MAX_NAME, type NewView, type SavedView } from '../shared/views';
import { type Fault, useText, useViewWrites, type Written } from './use-views';

interface Props {
  uid: string;
  shown: Pick<NewView, 'query' | 'columns'>;
  /** The editor's own views of the list. */
  own: SavedView[];
  onSaved(): void;
  onClose(): void;
}

/** Saves what a list shows under a name, also in place of an own view. */
export function SaveDialog({ uid, shown: { query, columns }, own, onSaved, onClose }: Props) {
  const t = useText();
  const { create, change } = useViewWrites();
  const [name, setName] = useState('');
  // Until it is chosen, what is replaced stays as it is.
  const [chosen, setChosen] = useState<boolean>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const trimmed = name.trim();
  const former = fault === 'TAKEN' ? own.find((each) => each.name === trimmed) : undefined;
  const isShared = chosen ?? former?.isShared ?? false;
  const settle = async (writing: Promise<Written>) => {
    setBusy(true);
    const written = await writing;
    setBusy(false);
    if ('fault' in written) return setFault(written.fault);
    onSaved();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!trimmed || isBusy) return;
    const held = { isShared, query, columns };
    void settle(former ? change(former.id, held) : create({ uid, name: trimmed, ...held }));
  };
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content>
        <Modal.Header closeLabel={t('close')}>
          <Modal.Title>{t('save.title')}</Modal.Title>
        </Modal.Header>
        <form onSubmit={submit}>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Typography textColor="neutral600">{t('save.hint')}</Typography>
              <Field.Root required>
                <Field.Label>{t('name')}</Field.Label>
                <TextInput
                  autoFocus
                  maxLength={MAX_NAME}
                  value={name}
                  onChange={({ target }: { target: { value: string } }) => {
                    setName(target.value);
                    setFault(undefined);
                  }}
                />
              </Field.Root>
              <Checkbox
                checked={isShared}
                onCheckedChange={(checked: boolean | 'indeterminate') => setChosen(checked === true)}
              >
                {t('share')}
              </Checkbox>
              {fault && (
                <Notice kind={former ? 'warning' : 'danger'}>
                  {t(former ? 'fault.replace' : `fault.${fault}`, { name: trimmed })}
                </Notice>
              )}
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Button type="button" variant="tertiary" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!trimmed}>
              {t(former ? 'replace' : 'submit')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
