import { useAuth } from '@strapi/admin/strapi-admin';
import { useEffect, useRef, useState } from 'react';
import { backendUrl } from '../../../panel/strapi/paths';
import { sendQuietly } from '../../../panel/strapi/session';
import type { FormState, KeptForm, Presence } from '../shared/presence';
import { inOrder, repeatInOrder } from './in-order';

const PATH = '/newsroom/presence';
const KEPT = '/newsroom/presence/kept';

/** How long to wait for an answer, in ms: what is to be said next waits for it, and a form counts as open for 45 s after it was heard of last. */
const TIMEOUT_MS = 10_000;

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
    let isLatest = true;
    const isWanted = () => isLatest;
    const record = `${uid} ${documentId}`;
    const sayState = () => {
      const shown = latest.current?.();
      const state: FormState = { uid, documentId, tab, isChanged, ...(shown !== undefined && { shown }) };
      return send(PATH, state, token.current);
    };
    const say = repeatInOrder(record, sayState, isWanted);
    ask.current = async () => {
      const answer = await say();
      const heard = answer?.ok ? await presenceIn(answer) : undefined;
      if (!isLatest) return;
      if (heard) {
        pass.current = heard.pass;
        setPresence(heard);
      } else if (answer?.status === 401) {
        // Who else is there is not known without a session.
        setPresence((last) => last && { ...last, others: [] });
        const kept = pass.current;
        if (isChanged && kept) await inOrder(record, () => send(KEPT, { pass: kept }), isWanted);
      }
    };
    void ask.current();
    return () => {
      isLatest = false;
    };
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
      pass.current
        ? send(KEPT, { pass: pass.current, isClosed: true })
        : send(PATH, { uid, documentId, tab, isChanged: false, isClosed: true }, token.current);
    // There is no later for a page that goes: not even for what waits.
    const hide = () => void close();
    window.addEventListener('pagehide', hide);
    return () => {
      void inOrder(`${uid} ${documentId}`, () => {
        window.removeEventListener('pagehide', hide);
        return close();
      });
    };
  }, [uid, documentId]);
  return presence;
}

/** Sends the state of a form, also while its page is being closed. @returns undefined if that fails: the next time counts */
async function send(path: string, state: FormState | KeptForm, token?: string | null): Promise<Response | undefined> {
  return sendQuietly(`${backendUrl()}${path}`, {
    method: 'POST',
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    body: JSON.stringify(state),
  }).catch(() => undefined);
}

const presenceIn = async (answer: Response): Promise<Presence | undefined> =>
  (await answer.json().catch(() => undefined)) as Presence | undefined;
