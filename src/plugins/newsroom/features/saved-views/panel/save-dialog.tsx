import { Button, Checkbox, Field, Flex, Modal, TextInput, Typography } from '@strapi/design-system';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../../panel/notice';
import { MAX_NAME, type NewView, type SavedView } from '../shared/views';
import { type Saved, useText, useViewWrites } from './use-views';

interface Props {
  uid: string;
  shown: Pick<NewView, 'query' | 'columns'>;
  /** The editor's own views of the list. */
  own: SavedView[];
  onClose(): void;
}

/** Saves what a list shows under a name, also in place of an own view. */
export function SaveDialog({ uid, shown: { query, columns }, own, onClose }: Props) {
  const t = useText();
  const { create, replace } = useViewWrites();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'TAKEN' | 'TOO_MANY' | 'failed'>();
  const view = { uid, name: name.trim(), isShared, query, columns };
  const former = fault === 'TAKEN' ? own.find((each) => each.name === view.name) : undefined;
  const settle = async (writing: Promise<Saved>) => {
    setBusy(true);
    const saved = await writing;
    setBusy(false);
    if ('view' in saved) onClose();
    else setFault(saved.fault);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (view.name && !isBusy) void settle(former ? replace(former.id, view) : create(view));
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
                onCheckedChange={(checked: boolean | 'indeterminate') => setShared(checked === true)}
              >
                {t('share')}
              </Checkbox>
              {fault && (
                <Notice kind={former ? 'warning' : 'danger'}>
                  {t(former ? 'fault.replace' : `fault.${fault}`, { name: view.name })}
                </Notice>
              )}
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Button type="button" variant="tertiary" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!view.name}>
              {t(former ? 'replace' : 'submit')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
