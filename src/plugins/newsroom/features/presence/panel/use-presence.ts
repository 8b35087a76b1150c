import { useAuth } from '@strapi/admin/strapi-admin';
import { useEffect, useRef, useState } from 'react';
import { backendUrl } from '../../../panel/strapi/paths';
import { loadedRecord } from '../../../panel/strapi/saves';
import { sendQuietly } from '../../../panel/strapi/session';
import type { FormState, Presence } from '../shared/presence';

/** How often a form asks, in milliseconds. */
const INTERVAL_MS = 10_000;

const PATH = '/newsroom/presence';

/** This tab. Not `randomUUID`, which only secure addresses have. */
const tab = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

interface Form {
  uid: string;
  documentId: string;
  isChanged: boolean;
  /** What the form began with: another object after each time its record was read. */
  initialValues: unknown;
}

/**
 * Says that a form is open, and hears who else has its record open: at once, after each change of what is passed, when the tab is shown again,
 * and every ten seconds. Undefined until the first answer. Does not renew the session, which a tab left open would keep alive for ever.
 */
export function usePresence({ uid, documentId, isChanged, initialValues }: Form): Presence | undefined {
  const current = useRef<string | null>(null);
  current.current = useAuth('Presence', (auth) => auth.token);
  const [presence, setPresence] = useState<Presence>();
  useEffect(() => {
    const requests = new AbortController();
    const ask = async () => {
      const shown = loadedRecord(uid, documentId)?.change;
      const answer = await send(
        { uid, documentId, tab, isChanged, ...(shown !== undefined && { shown }) },
        current.current,
        requests.signal,
      );
      if (answer && !requests.signal.aborted) setPresence(answer);
    };
    ask();
    const timer = setInterval(ask, INTERVAL_MS);
    window.addEventListener('focus', ask);
    return () => {
      requests.abort();
      clearInterval(timer);
      window.removeEventListener('focus', ask);
    };
  }, [uid, documentId, isChanged, initialValues]);
  useEffect(() => {
    const close = () => void send({ uid, documentId, tab, isChanged: false, isClosed: true }, current.current);
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      close();
    };
  }, [uid, documentId]);
  return presence;
}

/** Sends the state of a form, also while its page is being closed. @returns undefined if that fails: the next time counts */
async function send(state: FormState, token: string | null, signal?: AbortSignal): Promise<Presence | undefined> {
  const answer = await sendQuietly(`${backendUrl()}${PATH}`, {
    method: 'POST',
    keepalive: true,
    ...(signal && { signal }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(state),
  }).catch(() => undefined);
  return answer?.ok ? ((await answer.json().catch(() => undefined)) as Presence | undefined) : undefined;
}
