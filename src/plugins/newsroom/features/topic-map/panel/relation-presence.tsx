import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { Others } from '../../presence/panel/others';
import { usePresence } from '../../presence/panel/use-presence';
import type { Presence } from '../../presence/shared/presence';
import { TOPIC_RELATION } from '../shared/topic-map';

interface Heard extends Pick<Presence, 'others'> {
  documentId: string;
}

const Context = createContext<{ others: Presence['others']; onChanged(isChanged: boolean): void }>({
  others: [],
  onChanged: () => undefined,
});

/**
 * Lets others know which relation is chosen on the map, and whether its dialog holds changes, and hears who else has it open. Once for all parts of the
 * map that show it: if each said so, that one has closed it could arrive after another has opened it.
 */
export function RelationPresence({ documentId, children }: { documentId: string | undefined; children: ReactNode }) {
  const [isChanged, onChanged] = useState(false);
  const [heard, setHeard] = useState<Heard>();
  const value = useMemo(
    () => ({ others: heard && heard.documentId === documentId ? heard.others : [], onChanged }),
    [heard, documentId],
  );
  return (
    <Context.Provider value={value}>
      {documentId !== undefined && (
        <Present key={documentId} documentId={documentId} isChanged={isChanged} onHeard={setHeard} />
      )}
      {children}
    </Context.Provider>
  );
}

interface PresentProps {
  documentId: string;
  isChanged: boolean;
  onHeard(heard: Heard): void;
}

function Present({ documentId, isChanged, onHeard }: PresentProps) {
  const presence = usePresence({ uid: TOPIC_RELATION, documentId, isChanged });
  useEffect(() => {
    if (presence) onHeard({ documentId, others: presence.others });
  }, [documentId, presence, onHeard]);
  return null;
}

/** The other people who have the chosen relation open. */
export const RelationOthers = () => <Others others={useContext(Context).others} />;

/** Says whether the dialog of the chosen relation holds changes, until it is closed. */
export function useRelationChanged(isChanged: boolean): void {
  const { onChanged } = useContext(Context);
  useEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [isChanged, onChanged]);
}
