import { useIntl } from 'react-intl';
import { Notice } from '../../../panel/notice';
import type { Presence } from '../shared/presence';
import { usePresence } from './use-presence';

/** The other people who have a record open, a line for each. */
export function Others({ others }: Pick<Presence, 'others'>) {
  const { formatMessage } = useIntl();
  const t = (key: string, values?: Record<string, string>) => formatMessage({ id: `newsroom.presence.${key}` }, values);
  return others.map((other, index) => (
    <Notice key={index} kind={other.isChanged ? 'warning' : 'info'}>
      {t(other.isChanged ? 'changing' : 'open', { name: other.name ?? t('nameless') })}
    </Notice>
  ));
}

/** Says on a page of its own who else has a record open that it shows, and lets them know that it does; at most one at a time for a record. */
export function PresenceLines(record: { uid: string; documentId: string }) {
  const presence = usePresence({ ...record, isChanged: false });
  return presence ? <Others others={presence.others} /> : null;
}
