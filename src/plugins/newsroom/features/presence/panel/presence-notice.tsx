import { useForm } from '@strapi/admin/strapi-admin';
import { useLocation } from 'react-router-dom';
import { recordAt } from '../../../panel/strapi/paths';
import { notifyChanged } from '../../../panel/strapi/reload';
import { loadedRecord } from '../../../panel/strapi/saves';
import { panelOf } from '../../../shared/panels';
import { OpenRecord } from './open-record';
import { usePresence } from './use-presence';

/** Says in a form who else has its record open, and that it has changed; a part of every form of a stored record. */
export function PresenceNotice() {
  const { pathname } = useLocation();
  const record = recordAt(pathname);
  return record && panelOf(record.uid) ? <Present key={pathname} {...record} /> : null;
}

function Present({ uid, documentId }: { uid: string; documentId: string }) {
  const isChanged = useForm('Presence', ({ modified }) => modified);
  const initialValues = useForm('Presence', (form) => form.initialValues);
  const shown = () => loadedRecord(uid, documentId)?.change;
  const presence = usePresence({ uid, documentId, isChanged, initialValues, shown });
  if (!presence) return null;
  return (
    <OpenRecord
      {...presence}
      {...{ uid, documentId, isChanged, loaded: loadedRecord(uid, documentId), onReload: notifyChanged }}
    />
  );
}
