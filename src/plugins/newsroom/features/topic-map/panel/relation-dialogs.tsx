import { useEffect, useRef, useState } from 'react';
import type { MapRelation } from '../shared/topic-map';
import type { Graph } from './graph';
import type { NewRelation } from './page';
import { RelationDialog } from './relation-dialog';
import { BLANK, type RelationDraft } from './relation-values';
import type { useWrites } from './use-writes';
import { useWords } from './words';

interface Props {
  graph: Graph;
  writes: ReturnType<typeof useWrites>;
  newRelation: NewRelation | undefined;
  edited: MapRelation | undefined;
  onCreated(documentId: string): void;
  /** Shows a relation that the map may not have yet, and edits it if something is typed for it. */
  onOpen(documentId: string, isTyped: boolean): void;
  /** Reads the map again. */
  onFound(): void;
  onClose(): void;
}

/** The dialogs that add and edit relations. */
export function RelationDialogs({ graph, writes, newRelation, edited, onCreated, onOpen, onFound, onClose }: Props) {
  const { text } = useWords();
  if (edited) return <EditDialog key={edited.documentId} {...{ graph, writes, edited, onOpen, onFound, onClose }} />;
  if (!newRelation) return null;
  return (
    <RelationDialog
      title={text('new')}
      nodes={graph.nodes}
      from={newRelation.from}
      to={newRelation.to}
      areEndsFixed={false}
      draft={BLANK}
      onSave={async (from, to, draft) => {
        const documentId = await writes.create(from, to, draft);
        if (documentId) onCreated(documentId);
        return documentId;
      }}
      onOpen={onOpen}
      onFound={onFound}
      onClose={onClose}
    />
  );
}

/** Edits a relation as it is stored now, which may be later than the map. */
function EditDialog({
  graph,
  writes,
  edited,
  onOpen,
  onFound,
  onClose,
}: Pick<Props, 'graph' | 'writes' | 'onOpen' | 'onFound' | 'onClose'> & { edited: MapRelation }) {
  const { text } = useWords();
  const { documentId, from, to } = edited;
  // Only when it is asked for: what others change while the dialog is open has not been shown.
  const [reading, setReading] = useState(() => writes.open(documentId));
  const [{ draft, times }, setRead] = useState<{ draft?: RelationDraft; times: number }>({ times: 0 });
  const close = useRef(onClose);
  close.current = onClose;
  const isShown = useRef(false);
  isShown.current = draft !== undefined;
  useEffect(() => {
    let isLatest = true;
    reading.then((stored) => {
      if (!isLatest) return;
      if (stored) setRead(({ times }) => ({ draft: stored, times: times + 1 }));
      else if (!isShown.current) close.current();
    });
    return () => {
      isLatest = false;
    };
  }, [reading]);
  return draft ? (
    <RelationDialog
      key={times}
      title={text('edit')}
      nodes={graph.nodes}
      from={graph.byKey.get(from) ?? null}
      to={graph.byKey.get(to) ?? null}
      areEndsFixed
      draft={draft}
      documentId={documentId}
      onSave={(_, __, changed) => writes.update(documentId, draft, changed)}
      onReload={() => setReading(writes.open(documentId))}
      onOpen={onOpen}
      onFound={onFound}
      onClose={onClose}
    />
  ) : null;
}
