import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Box, Dialog, Typography } from '@strapi/design-system';
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { usePageLeft } from '../../../panel/use-page-left';
import { DeletionQuestion } from '../../where-used/panel/deletion-question';
import { questions } from './removed-children';

/** Asks whether a form is to be saved that deletes records, and says how many and what goes with them; mounted on every page. */
export function QuestionDialog() {
  const { formatMessage } = useIntl();
  const asked = useSyncExternalStore(questions.current.subscribe, questions.current.get);
  usePageLeft(questions.leave);
  if (!asked) return null;
  const { key, about: removed, answer } = asked;
  const t = (id: string) => formatMessage({ id: `newsroom.removed-children.${id}` });
  return (
    <Dialog.Root key={key} open onOpenChange={(isOpen: boolean) => !isOpen && answer(false)}>
      <ConfirmDialog title={t('title')} onConfirm={() => answer(true)}>
        <Box width="100%">
          <Typography textAlign="center" tag="p">
            {t('hint')}
          </Typography>
          {removed.map(({ uid, documentIds }) => (
            <DeletionQuestion key={uid} uid={uid} documentIds={documentIds} />
          ))}
        </Box>
      </ConfirmDialog>
    </Dialog.Root>
  );
}
