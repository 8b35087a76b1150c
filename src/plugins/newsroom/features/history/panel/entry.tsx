import { Badge, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { FormattedRelativeTime } from 'react-intl';
import type { ChangeHead, FieldName } from '../shared/history';
import { useText } from './use-text';

/** The length of a day in milliseconds: what is older shows its date. */
const DAY_MS = 86_400_000;

/** When something happened: how long ago within a day, else the date and time; pointed at, to the millisecond. */
export function When({ at }: { at: number }) {
  const { whenOf, exactOf } = useText();
  const seconds = Math.round((at - Date.now()) / 1000);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactOf(at)}>
      {Date.now() - at < DAY_MS ? (
        <FormattedRelativeTime value={Math.min(seconds, 0)} numeric="auto" updateIntervalInSeconds={60} />
      ) : (
        whenOf(at)
      )}
    </time>
  );
}

/** Who made a change, when, and how if it was not a plain write in the panel. */
export function ChangeLine({ change, children }: { change: ChangeHead; children?: ReactNode }) {
  const { t, actorOf } = useText();
  const { at, by, door, kind, note, batch } = change;
  return (
    <Flex direction="column" alignItems="stretch" gap={1} style={{ overflowWrap: 'anywhere' }}>
      <Flex gap={2} alignItems="baseline" wrap="wrap">
        <Typography variant="omega" fontWeight="semiBold">
          {actorOf(by)}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          <When at={at} />
        </Typography>
        {kind !== 'write' && <Badge size="S">{t(`kind.${kind}`, { batch: batch ?? 0 })}</Badge>}
        {door !== 'panel' && <Badge size="S">{t(`door.${door}`)}</Badge>}
      </Flex>
      {children}
      {note && (
        <Typography variant="pi" textColor="neutral700">
          {t('note.said', { note })}
        </Typography>
      )}
    </Flex>
  );
}

/** Names the fields that a change concerned. */
export function useFieldNames() {
  const { t, fieldOf, listOf } = useText();
  return (uid: string, fields: FieldName[], hidden: number): string =>
    listOf([
      ...fields.map((field) => fieldOf(uid, field)),
      ...(hidden > 0 ? [t('fields.hidden', { count: hidden })] : []),
    ]);
}
