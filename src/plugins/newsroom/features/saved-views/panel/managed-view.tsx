import { Box, Button, Checkbox, Flex, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Notice } from '../../../panel/notice';
import { MAX_NAME, type SavedView } from '../shared/views';
import { type Saved, useText, useViewWrites } from './use-views';

/** A view in the list of those that one may change. */
export function ManagedView({ stored }: { stored: SavedView }) {
  const t = useText();
  const { create, replace, remove } = useViewWrites();
  const [view, setView] = useState(stored);
  const [name, setName] = useState(stored.name);
  const [isGone, setGone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'TAKEN' | 'TOO_MANY' | 'failed'>();
  const during = async <T,>(work: Promise<T>): Promise<T> => {
    setBusy(true);
    setFault(undefined);
    const result = await work;
    setBusy(false);
    return result;
  };
  const settle = async (writing: Promise<Saved>) => {
    const saved = await during(writing);
    if ('fault' in saved) return setFault(saved.fault);
    setView(saved.view);
    setName(saved.view.name);
    setGone(false);
  };
  const change = (changed: Partial<SavedView>) => void settle(replace(view.id, { ...view, ...changed }));
  const trimmed = name.trim();
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
              onChange={({ target }: { target: { value: string } }) => setName(target.value)}
            />
            {trimmed !== view.name && (
              <Button size="S" loading={isBusy} disabled={!trimmed} onClick={() => change({ name: trimmed })}>
                {t('rename')}
              </Button>
            )}
            <Checkbox
              checked={view.isShared}
              disabled={isBusy}
              onCheckedChange={() => change({ isShared: !view.isShared })}
            >
              {t('share.short')}
            </Checkbox>
          </>
        ) : (
          <Typography>{view.name}</Typography>
        )}
        {isGone ? (
          <Button size="S" variant="tertiary" loading={isBusy} onClick={() => void settle(create(view))}>
            {t('undo')}
          </Button>
        ) : (
          <Button
            size="S"
            variant="danger-light"
            loading={isBusy}
            aria-label={t('remove.of', { name: view.name })}
            onClick={async () => ((await during(remove(view.id))) ? setGone(true) : setFault('failed'))}
          >
            {t('remove')}
          </Button>
        )}
      </Flex>
      {fault && <Notice kind="danger">{t(`fault.${fault}`, { name: trimmed })}</Notice>}
    </Box>
  );
}
