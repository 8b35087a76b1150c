import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Box, Dialog, Typography } from '@strapi/design-system';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { QuestionScroll } from '../../../panel/question-scroll';
import { usePageLeft } from '../../../panel/use-page-left';
import { DeletionQuestion } from '../../where-used/panel/deletion-question';
import { questions } from './removed-children';

/** In the place of a button: what is refused cannot be confirmed. */
const NOTHING = <span />;

/** Asks whether a form is to be saved that deletes records, and says how many and what goes with them; mounted on every page. */
export function QuestionDialog() {
  const asked = useSyncExternalStore(questions.current.subscribe, questions.current.get);
  usePageLeft(questions.leave);
  if (!asked) return null;
  const { key, ...rest } = asked;
  return <Asked key={key} {...rest} />;
}

type Question = NonNullable<ReturnType<typeof questions.current.get>>;

function Asked({ about: removed, answer }: Pick<Question, 'about' | 'answer'>) {
  const { formatMessage } = useIntl();
  const [isRefused, setIsRefused] = useState(false);
  const refuse = useCallback(() => setIsRefused(true), []);
  const t = (id: string) => formatMessage({ id: `newsroom.removed-children.${id}` });
  return (
    <Dialog.Root open onOpenChange={(isOpen: boolean) => !isOpen && answer(false)}>
      <ConfirmDialog title={t('title')} onConfirm={() => answer(true)} endAction={isRefused ? NOTHING : undefined}>
        <Box width="100%">
          <Typography textAlign="center" tag="p">
            {t('hint')}
          </Typography>
          {isRefused && (
            <Typography textAlign="center" tag="p" textColor="danger600">
              {t('refused')}
            </Typography>
          )}
          <QuestionScroll>
            {removed.map(({ uid, documentIds }) => (
              <DeletionQuestion key={uid} uid={uid} documentIds={documentIds} onRefused={refuse} />
            ))}
          </QuestionScroll>
        </Box>
      </ConfirmDialog>
    </Dialog.Root>
  );
}
