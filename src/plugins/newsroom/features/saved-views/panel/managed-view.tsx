import { Box, Button, Checkbox, Flex, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Notice } from '../../../panel/notice';
import { MAX_NAME, type SavedView } from '../shared/views';
import { type Fault, useText, useViewWrites, type Written } from './use-views';

/** A view in the list of those that one may change. */
export function ManagedView({ stored, onChanged }: { stored: SavedView; onChanged(): void }) {
  const t = useText();
  const { change, remove, bringBack } = useViewWrites();
  const [view, setView] = useState(stored);
  const [name, setName] = useState(stored.name);
  const [isGone, setGone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ code: Fault; name: string }>();
  const trimmed = name.trim();
  const settle = async (writing: Promise<Written>, isRemoved = false) => {
    setBusy(true);
    setFault(undefined);
    const written = await writing;
    setBusy(false);
    onChanged();
    if ('fault' in written) return setFault({ code: written.fault, name: isGone ? view.name : trimmed });
    if (written.view) setView(written.view);
    setGone(isRemoved);
  };
  return (
    <Box tag="li">
      <Flex gap={3} alignItems="center">
        {isGone ? (
          <Typography textColor="neutral600">{t('removed', { name: view.name })}</Typography>
        ) : view.isOwn ? (
          <>
            <TextInput
              aria-label={t('name.of', { name: view.name })}
              maxLength={MAX_NAME}
              value={name}
              onChange={({ target }: { target: { value: string } }) => {
                setName(target.value);
                setFault(undefined);
              }}
            />
            {trimmed !== view.name && (
              <Button
                size="S"
                loading={isBusy}
                disabled={!trimmed}
                onClick={() => void settle(change(view.id, { name: trimmed }))}
              >
                {t('rename')}
              </Button>
            )}
            <Checkbox
              checked={view.isShared}
              disabled={isBusy}
              onCheckedChange={() => void settle(change(view.id, { isShared: !view.isShared }))}
            >
              {t('share.short')}
            </Checkbox>
          </>
        ) : (
          <Typography>{view.name}</Typography>
        )}
        {isGone ? (
          <Button size="S" variant="tertiary" loading={isBusy} onClick={() => void settle(bringBack(view.id))}>
            {t('undo')}
          </Button>
        ) : (
          <Button
            size="S"
            variant="danger-light"
            loading={isBusy}
            aria-label={t('remove.of', { name: view.name })}
            onClick={() => void settle(remove(view.id), true)}
          >
            {t('remove')}
          </Button>
        )}
      </Flex>
      {fault && <Notice kind="danger">{t(`fault.${fault.code}`, { name: fault.name })}</Notice>}
    </Box>
  );
}
