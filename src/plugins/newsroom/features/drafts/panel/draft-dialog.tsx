import { Box, Button, Flex, Link, Modal, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import type { JsonObject } from '../../../../../common/json';
import { languageOf } from '../../../panel/language';
import { useAttributes } from '../../../panel/strapi/open-record';
import { recordPath } from '../../../panel/strapi/paths';
import { fieldLabel } from '../../../shared/panels';
import { AttributeComparison } from './attribute-comparison';
import type { Draft } from './drafts';
import type { StoredDraft } from './stored';

export interface DraftDialogProps {
  uid: string;
  isNew: boolean;
  draft: Draft;
  /** What is stored of it after all. */
  saved: StoredDraft | undefined;
  /** The values of the form as it was opened now. */
  stored: JsonObject;
  onGoOn(): void;
  onDiscard(): void;
}

/** Asks whether to go on with a draft, and shows how it differs from what is stored. It stays until one of both is chosen. */
export function DraftDialog({ uid, isNew, draft, saved, stored, onGoOn, onDiscard }: DraftDialogProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const t = (key: string, values?: Record<string, string>) => formatMessage({ id: `newsroom.drafts.${key}` }, values);
  const attributes = useAttributes();
  const when = formatDate(draft.at, { dateStyle: 'medium', timeStyle: 'short' });
  const hint = isNew ? (saved ? 'hint.stored' : 'hint.new') : saved ? 'hint.part' : 'hint';
  return (
    <Modal.Root open>
      <Modal.Content
        style={{ width: 'min(84rem, 96vw)', maxWidth: '96vw', maxHeight: '92vh' }}
        onEscapeKeyDown={(event: Event) => event.preventDefault()}
      >
        {/* Strapi's header has a button to close, which would be neither of both. */}
        <Box padding={4} paddingLeft={5} background="neutral100">
          <Modal.Title>{t(isNew && saved ? 'title.stored' : 'title')}</Modal.Title>
        </Box>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Typography>{t(hint, { when })}</Typography>
            {saved?.created && (
              <Link tag={NavLink} to={recordPath(uid, saved.created.documentId)} onClick={onDiscard}>
                {saved.created.title ?? t('open')}
              </Link>
            )}
            {Object.entries(draft.values).map(([name, value]) => {
              const label = fieldLabel(uid, name, languageOf(locale)) ?? name;
              return (
                <Flex key={name} tag="section" aria-label={label} direction="column" alignItems="stretch" gap={2}>
                  <Typography variant="pi" fontWeight="bold" textColor="neutral700">
                    {label}
                  </Typography>
                  <AttributeComparison
                    uid={uid}
                    name={name}
                    attribute={attributes.own[name]}
                    components={attributes.components}
                    before={stored[name] ?? null}
                    after={value}
                  />
                </Flex>
              );
            })}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button autoFocus onClick={onGoOn}>
            {t('go-on')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
