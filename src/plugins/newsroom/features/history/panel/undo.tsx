import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Button, Flex } from '@strapi/design-system';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { NOTE_HEADER } from '../../../../../common/change-note';
import { createStore } from '../../../panel/store';
import { useNotificationContent } from '../../../panel/strapi/notifications';
import { notifyChanged } from '../../../panel/strapi/reload';
import { type RecordWrite, watchWrites } from '../../../panel/strapi/writes';
import { panelOf } from '../../../shared/panels';
import type { RestorePlan, RestoreRequest } from '../shared/restore';
import { clearNote, noteOf } from './note-store';
import { RestoreDialog } from './restore-dialog';
import { useText } from './use-text';

/** How soon after a write its message appears, in milliseconds. */
const SOON = 3_000;

/** What a page has written: the id of the request, and whether history has records of this content type. */
interface Written {
  request: string;
  hasHistory: boolean;
}

let latest: (Written & { at: number }) | undefined;

/** The restore that a dialog shows because it deletes records, or cannot be done at once. */
const shownUndo = createStore<RestoreRequest | undefined>(undefined);

/** Remembers what Strapi's pages write, for the message that follows, and sends the editor's note along. */
export function watchForUndo(): void {
  watchWrites({
    headersFor: ({ uid, target }: RecordWrite): Record<string, string> => {
      const note = noteOf(uid, target);
      return note ? { [NOTE_HEADER]: encodeURIComponent(note) } : {};
    },
    onDone: ({ uid, target }, { request }) => {
      latest = { request, hasHistory: panelOf(uid) !== undefined, at: Date.now() };
      clearNote(uid, target);
    },
  });
}

/** Adds a button that undoes the last write to the message about it; mounted on every page. */
export function UndoInMessages() {
  useNotificationContent(() => {
    const write = latest;
    latest = undefined;
    if (!write || Date.now() - write.at > SOON) return undefined;
    return (text) => <UndoMessage text={text} {...write} />;
  });
  const shown = useSyncExternalStore(shownUndo.subscribe, shownUndo.get);
  const close = () => shownUndo.set(undefined);
  return shown ? <RestoreDialog request={shown} onClose={close} onDone={close} /> : null;
}

/**
 * The text of a message with a button to undo what it tells of; it is there at once, and goes if it turns out that nothing has changed: after
 * a save, forms read so much that the answer to what has changed takes its time.
 */
function UndoMessage({ text, request, hasHistory }: Written & { text: string }) {
  const { t } = useText();
  const { get, post } = useFetchClient();
  const [changes, setChanges] = useState<number[]>();
  const [state, setState] = useState<'ready' | 'busy' | 'failed' | 'done'>('ready');
  const find = useCallback(
    async () => (await get<number[]>(`/newsroom/history/requests/${encodeURIComponent(request)}`)).data,
    [get, request],
  );
  useEffect(() => {
    find().then(setChanges, () => undefined);
  }, [find]);
  const undo = async () => {
    setState('busy');
    const known = changes ?? (await find().catch(() => undefined));
    if (!known) return setState('failed');
    setChanges(known);
    if (known.length === 0) return setState('ready');
    const target: RestoreRequest = { kind: 'changes', changes: known };
    const send = async (body: RestoreRequest) => (await post<RestorePlan>('/newsroom/history/restore', body)).data;
    try {
      const { plan, removed } = await send(target);
      if (removed > 0) {
        setState('ready');
        shownUndo.set(target);
        return;
      }
      const done = await send({ ...target, plan });
      if (done.change === undefined) throw new Error('not undone');
      setState('done');
      notifyChanged();
    } catch {
      setState('ready');
      shownUndo.set(target);
    }
  };
  return (
    <Flex gap={3} alignItems="center" wrap="wrap">
      <span>{state === 'done' ? t('undo.done') : state === 'failed' ? t('error.other') : text}</span>
      {(changes?.length ?? Number(hasHistory)) > 0 && state !== 'done' && (
        <Button variant="tertiary" size="S" loading={state === 'busy'} onClick={undo}>
          {t('undo')}
        </Button>
      )}
    </Flex>
  );
}
