import { useAuth } from '@strapi/admin/strapi-admin';
import { useEffect, useRef, useState } from 'react';
import { backendUrl } from '../../../panel/strapi/paths';
import { sendQuietly } from '../../../panel/strapi/session';
import type { FormState, KeptForm, Presence } from '../shared/presence';

const PATH = '/newsroom/presence';
const KEPT = '/newsroom/presence/kept';

/** This tab. Not `randomUUID`, which only secure addresses have. */
const tab = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

interface Open {
  uid: string;
  documentId: string;
  isChanged: boolean;
  /** What a form began with: another object after each time its record was read. */
  initialValues?: unknown;
  /** The record's last change that is shown; of a page that does not say, nobody says whether it is outdated. */
  shown?(): number | undefined;
}

/**
 * Says that a form, or another page with the record, is open, and hears who else has its record open: at once, after each change of what is passed, when the tab is shown again,
 * and every ten seconds, in a hidden tab, too. Undefined until the first answer. Does not renew the session, which a tab left open would keep
 * alive for ever: a form with unsaved changes goes on with its pass.
 */
export function usePresence({
  uid,
  documentId,
  isChanged,
  initialValues,
  shown: shownNow,
}: Open): Presence | undefined {
  const token = useRef<string | null>(null);
  token.current = useAuth('Presence', (auth) => auth.token);
  const latest = useRef(shownNow);
  latest.current = shownNow;
  const pass = useRef<string>(undefined);
  const [presence, setPresence] = useState<Presence>();
  const ask = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    const requests = new AbortController();
    ask.current = async () => {
      const { signal } = requests;
      const shown = latest.current?.();
      const state: FormState = { uid, documentId, tab, isChanged, ...(shown !== undefined && { shown }) };
      const answer = await send(PATH, state, { token: token.current, signal });
      const heard = answer?.ok ? await presenceIn(answer) : undefined;
      if (signal.aborted) return;
      if (heard) {
        pass.current = heard.pass;
        setPresence(heard);
      } else if (answer?.status === 401) {
        // Who else is there is not known without a session.
        setPresence((last) => last && { ...last, others: [] });
        if (isChanged && pass.current) await send(KEPT, { pass: pass.current }, { signal });
      }
    };
    void ask.current();
    return () => requests.abort();
  }, [uid, documentId, isChanged, initialValues]);
  useEffect(() => {
    const again = () => void ask.current?.();
    const ticks = new Worker(new URL('./ticks.ts', import.meta.url), { type: 'module' });
    ticks.addEventListener('message', again);
    window.addEventListener('focus', again);
    return () => {
      ticks.terminate();
      window.removeEventListener('focus', again);
    };
  }, []);
  useEffect(() => {
    const close = () =>
      void (pass.current
        ? send(KEPT, { pass: pass.current, isClosed: true })
        : send(PATH, { uid, documentId, tab, isChanged: false, isClosed: true }, { token: token.current }));
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      close();
    };
  }, [uid, documentId]);
  return presence;
}

/** Sends the state of a form, also while its page is being closed. @returns undefined if that fails: the next time counts */
async function send(
  path: string,
  state: FormState | KeptForm,
  { token, signal }: { token?: string | null; signal?: AbortSignal } = {},
): Promise<Response | undefined> {
  return sendQuietly(`${backendUrl()}${path}`, {
    method: 'POST',
    keepalive: true,
    ...(signal && { signal }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    body: JSON.stringify(state),
  }).catch(() => undefined);
}

const presenceIn = async (answer: Response): Promise<Presence | undefined> =>
  (await answer.json().catch(() => undefined)) as Presence | undefined;
