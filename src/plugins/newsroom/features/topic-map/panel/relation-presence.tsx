import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { loadedRecord } from '../../../panel/strapi/saves';
import { OpenRecord } from '../../presence/panel/open-record';
import { Others } from '../../presence/panel/others';
import { usePresence } from '../../presence/panel/use-presence';
import type { Presence } from '../../presence/shared/presence';
import { TOPIC_RELATION } from '../shared/topic-map';

/** The dialog that edits the chosen relation. */
interface OpenDialog {
  isChanged: boolean;
  /** What it has read: another object each time. */
  loaded: unknown;
}

interface Heard {
  documentId: string;
  presence: Presence;
}

const Context = createContext<{ presence?: Presence | undefined; setDialog(dialog: OpenDialog | undefined): void }>({
  setDialog: () => undefined,
});

/**
 * Lets others know which relation is chosen on the map, and whether its dialog holds changes, and hears who else has it open, and what has happened
 * to it. Once for all parts of the map that show it: if each said so, that one has closed it could arrive after another has opened it.
 */
export function RelationPresence({ documentId, children }: { documentId: string | undefined; children: ReactNode }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [heard, setHeard] = useState<Heard>();
  const value = useMemo(
    () => ({ presence: heard && heard.documentId === documentId ? heard.presence : undefined, setDialog }),
    [heard, documentId],
  );
  return (
    <Context.Provider value={value}>
      {documentId !== undefined && <Present key={documentId} {...{ documentId, dialog }} onHeard={setHeard} />}
      {children}
    </Context.Provider>
  );
}

interface PresentProps {
  documentId: string;
  dialog: OpenDialog | undefined;
  onHeard(heard: Heard | undefined): void;
}

function Present({ documentId, dialog, onHeard }: PresentProps) {
  const presence = usePresence({
    uid: TOPIC_RELATION,
    documentId,
    isChanged: dialog?.isChanged ?? false,
    initialValues: dialog?.loaded,
    // The map itself does not say which change it shows.
    shown: () => (dialog ? loadedRecord(TOPIC_RELATION, documentId)?.change : undefined),
  });
  useEffect(() => {
    if (presence) onHeard({ documentId, presence });
  }, [documentId, presence, onHeard]);
  // Who comes back to it hears it anew.
  useEffect(() => () => onHeard(undefined), [onHeard]);
  return null;
}

/** The other people who have the chosen relation open. */
export const RelationOthers = () => <Others others={useContext(Context).presence?.others ?? []} />;

/** What is heard of the relation in the open dialog. Lets others know of the dialog as long as it is there. */
export function RelationInDialog({
  documentId,
  isChanged,
  loaded,
  onReload,
}: OpenDialog & { documentId: string; onReload(): void }) {
  const { presence, setDialog } = useContext(Context);
  useEffect(() => {
    setDialog({ isChanged, loaded });
    return () => setDialog(undefined);
  }, [isChanged, loaded, setDialog]);
  if (!presence) return null;
  const record = { uid: TOPIC_RELATION, documentId, loaded: loadedRecord(TOPIC_RELATION, documentId) };
  return <OpenRecord {...presence} {...record} {...{ isChanged, onReload }} />;
}
