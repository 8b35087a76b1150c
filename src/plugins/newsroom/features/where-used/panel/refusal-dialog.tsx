import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { useFetch } from '../../../panel/use-fetch';
import { fieldLabel, pluralOf } from '../../../shared/panels';
import type { ReferenceSummary } from '../shared/where-used';
import { RecordLink } from './record-link';
import { type DeleteRefusal, refusalStore } from './refusals';
import { RefusedRecords } from './refused-records';
import { useDeletions } from './use-deletions';

const close = (): void => refusalStore.set(undefined);

/** Mounted dialogs: forms and lists each have one, and forms can be stacked. Only the latest shows the refusal. */
const mounted: string[] = [];

/** Says why a delete was refused, with links to the records that prevent it. */
export function RefusalDialog() {
  const refusal = useSyncExternalStore(refusalStore.subscribe, refusalStore.get);
  const dialog = useId();
  useEffect(() => {
    mounted.push(dialog);
    return () => {
      mounted.splice(mounted.indexOf(dialog), 1);
      close();
    };
  }, [dialog]);
  return refusal && mounted.at(-1) === dialog ? <Refusal refusal={refusal} /> : null;
}

/** Renders only with what it shows: a modal measures its height once, for scrolling. */
function Refusal({ refusal }: { refusal: DeleteRefusal }) {
  const { formatMessage } = useIntl();
  const { deleted } = refusal;
  const deletions = useDeletions(deleted);
  if (deletions === undefined) return null;
  if (!deletions?.some(({ refused }) => refused.length > 0)) return <RefusingReferences refusal={refusal} />;
  return (
    <RefusalModal>
      <Typography>{formatMessage({ id: 'newsroom.where-used.refused.hint' })}</Typography>
      {deletions.map((deletion, index) => {
        const { uid = '' } = deleted[index] ?? {};
        return deletion.refused.length > 0 ? (
          <RefusedRecords key={uid} uid={uid} deletion={deletion} onFollow={close} />
        ) : null;
      })}
    </RefusalModal>
  );
}

function RefusalModal({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();
  return (
    <Modal.Root defaultOpen onOpenChange={(isOpen: boolean) => !isOpen && close()}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{formatMessage({ id: 'newsroom.where-used.refused.title' })}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            {children}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{formatMessage({ id: 'newsroom.where-used.close' })}</Button>
          </Modal.Close>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What the service has named as the reason, where it cannot be read anew, or has changed since. */
function RefusingReferences({ refusal: { references, count } }: { refusal: DeleteRefusal }) {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  const query = references.map(({ resource, id }) => `${resource}:${id}`).join(',');
  const { data: summaries, isFailed } = useFetch<ReferenceSummary[]>(`/newsroom/where-used?of=${query}`);
  if (!summaries && !isFailed) return null;
  const data = summaries ?? [];
  const fields = (index: number, uid: string) => fieldLabel(uid, references[index]?.field ?? '', language);
  return (
    <RefusalModal>
      <Typography>{formatMessage({ id: 'newsroom.where-used.refused' }, { count })}</Typography>
      {[...new Set(data.map(({ uid }) => uid))].map((uid) => (
        <Flex key={uid} tag="section" direction="column" alignItems="stretch" gap={2}>
          <Typography tag="h3" variant="delta">
            {pluralOf(uid, language)}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
            {data.map((record, index) =>
              record.uid === uid ? (
                <RecordLink
                  key={`${record.number} ${references[index]?.field}`}
                  uid={uid}
                  record={record}
                  onClick={close}
                >
                  {fields(index, uid)}
                </RecordLink>
              ) : null,
            )}
          </Flex>
        </Flex>
      ))}
      {count > references.length && (
        <Typography textColor="neutral600">
          {formatMessage({ id: 'newsroom.where-used.more' }, { count: count - references.length })}
        </Typography>
      )}
    </RefusalModal>
  );
}
