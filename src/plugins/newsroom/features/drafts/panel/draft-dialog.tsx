import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { JsonObject } from '../../../../../common/json';
import { languageOf } from '../../../panel/language';
import type { useAttributes } from '../../../panel/strapi/open-record';
import { fieldLabel } from '../../../shared/panels';
import { AttributeComparison } from './attribute-comparison';
import type { Draft } from './drafts';
import type { StoredDraft, Typed } from './stored';

/** What a form says that was opened for another new record than its draft is of. */
export interface OtherRecord {
  /** Which record the draft is of, and which one the form. */
  hint: string;
  /** The choices: to go on with the draft instead, to discard it for the new record, to do neither. */
  goOn: string;
  discard: string;
  leave: string;
  onLeave(saved: StoredDraft | undefined): void;
}

export interface DraftDialogProps {
  uid: string;
  isNew: boolean;
  draft: Draft;
  /** What is stored of it after all. */
  saved: StoredDraft | undefined;
  attributes: ReturnType<typeof useAttributes>;
  /** The label of an attribute that is none of the record's; by default its name. */
  labelOf?(name: string): string;
  /** The values of the form as it was opened now. */
  stored: JsonObject;
  other?: OtherRecord | undefined;
  /** Tells what was typed after the save that has created the record; by default that is known by its time. */
  typedAfter?(saved: StoredDraft): Typed;
  onGoOn(): void;
  onDiscard(saved: StoredDraft | undefined): void;
  /** Goes on in the record that is stored after all. */
  onOpen(): void;
  /** Goes back to the form that holds the draft, and decides later. */
  onBack?(): void;
}

/** Asks whether to go on with a draft, and shows how it differs from what is stored. It stays until something is chosen, to go back to its form included. */
export function DraftDialog({ uid, isNew, draft, saved, attributes, stored, other, ...props }: DraftDialogProps) {
  const { labelOf = String, typedAfter = typedByTime, onGoOn, onDiscard, onOpen, onBack } = props;
  const { formatMessage, formatDate, locale } = useIntl();
  const t = (key: string, values?: Record<string, string>) => formatMessage({ id: `newsroom.drafts.${key}` }, values);
  const when = formatDate(draft.at, { dateStyle: 'medium', timeStyle: 'short' });
  const isStored = isNew && saved !== undefined;
  const title = saved?.created?.title ?? t('nameless');
  const texts = textsOf(isNew, saved, typedAfter);
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onBack?.()}>
      <Modal.Content
        style={{ width: 'min(84rem, 96vw)', maxWidth: '96vw', maxHeight: '92vh' }}
        onEscapeKeyDown={(event: Event) => onBack || event.preventDefault()}
      >
        {/* Strapi's header has a button to close, which would be neither of both. */}
        <Box padding={4} paddingLeft={5} background="neutral100">
          <Modal.Title>{t(isStored ? 'title.stored' : 'title')}</Modal.Title>
        </Box>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Typography>{t(texts.hint, { when, title })}</Typography>
            {other && <Typography fontWeight="bold">{other.hint}</Typography>}
            {Object.entries(draft.values).map(([name, value]) => {
              const label = fieldLabel(uid, name, languageOf(locale)) ?? labelOf(name);
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
          {other && (
            <Button variant="tertiary" onClick={() => other.onLeave(saved)}>
              {other.leave}
            </Button>
          )}
          {onBack && (
            <Button variant="tertiary" onClick={onBack}>
              {t('back')}
            </Button>
          )}
          <Button variant="tertiary" onClick={() => onDiscard(saved)}>
            {other?.discard ?? t(texts.discard)}
          </Button>
          {/* Who begins another record has begun it already. */}
          {!(isStored && other) && (
            <Button autoFocus={!isStored} variant={isStored ? 'tertiary' : 'default'} onClick={onGoOn}>
              {other?.goOn ?? t(isStored ? 'go-on.new' : 'go-on')}
            </Button>
          )}
          {isStored && saved.created && (
            <Button autoFocus onClick={onOpen}>
              {t('open')}
            </Button>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The texts that say how much of the draft is stored, and what is lost if it is discarded. */
function textsOf(isNew: boolean, saved: StoredDraft | undefined, typedAfter: (saved: StoredDraft) => Typed): Texts {
  if (!saved) return isNew ? { hint: 'hint.new', discard: 'discard.new' } : { hint: 'hint', discard: 'discard' };
  if (!isNew) return { hint: 'hint.part', discard: 'discard' };
  if (!saved.created) return { hint: 'hint.stored.unread', discard: 'discard.new' };
  return STORED[typedAfter(saved)];
}

interface Texts {
  hint: string;
  discard: string;
}

const STORED: Record<Typed, Texts> = {
  nothing: { hint: 'hint.stored', discard: 'discard.stored' },
  change: { hint: 'hint.stored.part', discard: 'discard.since' },
  another: { hint: 'hint.stored.another', discard: 'discard.since' },
};

const typedByTime = ({ isWhole }: StoredDraft): Typed => (isWhole ? 'nothing' : 'change');
