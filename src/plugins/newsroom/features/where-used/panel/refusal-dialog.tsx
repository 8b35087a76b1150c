import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { useAnswer } from '../../../panel/use-answer';
import { fieldLabel, pluralOf } from '../../../shared/panels';
import type { ReferenceSummary } from '../shared/where-used';
import { RecordLink } from './record-link';
import { type DeleteRefusal, shownRefusal } from './refusals';

const close = (): void => shownRefusal.set(undefined);

/** Forms and lists have a place for it each, and a form may stand above another: only the one that came last shows it. */
const places: string[] = [];

/** Says why a delete was refused, and leads to the records that stand in its way. */
export function RefusalDialog() {
  const refusal = useSyncExternalStore(shownRefusal.subscribe, shownRefusal.get);
  const place = useId();
  useEffect(() => {
    places.push(place);
    return () => {
      places.splice(places.indexOf(place), 1);
      close();
    };
  }, [place]);
  return refusal && places.at(-1) === place ? <Shown refusal={refusal} /> : null;
}

function Shown({ refusal: { references, count } }: { refusal: DeleteRefusal }) {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  const asked = references.map(({ resource, id }) => `${resource}:${id}`).join(',');
  const { data: named, isFailed } = useAnswer<ReferenceSummary[]>(`/newsroom/where-used?of=${asked}`);
  // At once with its links: what is measured for scrolling would otherwise be measured without them.
  if (!named && !isFailed) return null;
  const data = named ?? [];
  const fields = (index: number, uid: string) => fieldLabel(uid, references[index]?.field ?? '', language);
  return (
    <Modal.Root defaultOpen onOpenChange={(isOpen: boolean) => !isOpen && close()}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{formatMessage({ id: 'newsroom.where-used.refused.title' })}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Typography>{formatMessage({ id: 'newsroom.where-used.refused' }, { count })}</Typography>
            {[...new Set(data.map(({ uid }) => uid))].map((uid) => (
              <Flex key={uid} tag="section" direction="column" alignItems="stretch" gap={2}>
                <Typography tag="h3" variant="delta">
                  {pluralOf(uid, language)}
                </Typography>
                <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
                  {data.map((named, index) =>
                    named.uid === uid ? (
                      <RecordLink
                        key={`${named.number} ${references[index]?.field}`}
                        uid={uid}
                        named={named}
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
                {formatMessage({ id: 'newsroom.where-used.refused.more' }, { count: count - references.length })}
              </Typography>
            )}
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
