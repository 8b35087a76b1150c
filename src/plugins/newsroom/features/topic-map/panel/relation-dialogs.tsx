import { useEffect, useRef, useState } from 'react';
import type { MapRelation } from '../shared/topic-map';
import type { Graph } from './graph';
import type { NewRelation } from './page';
import { RelationDialog } from './relation-dialog';
import type { RelationDraft, useWrites } from './use-writes';
import { useWords } from './words';

interface Props {
  graph: Graph;
  writes: ReturnType<typeof useWrites>;
  newRelation: NewRelation | undefined;
  edited: MapRelation | undefined;
  onCreated(documentId: string): void;
  onClose(): void;
}

/** The dialogs that add and edit relations. */
export function RelationDialogs({ graph, writes, newRelation, edited, onCreated, onClose }: Props) {
  const { text } = useWords();
  if (edited) return <EditDialog key={edited.documentId} {...{ graph, writes, edited, onClose }} />;
  if (!newRelation) return null;
  return (
    <RelationDialog
      title={text('new')}
      nodes={graph.nodes}
      from={newRelation.from}
      to={newRelation.to}
      areEndsFixed={false}
      draft={{ isDirectional: true, weight: 1, description: '' }}
      onSave={async (from, to, draft) => {
        const documentId = await writes.create(from, to, draft);
        if (documentId) onCreated(documentId);
        return documentId;
      }}
      onClose={onClose}
    />
  );
}

/** Edits a relation as it is stored now, which may be later than the map. */
function EditDialog({
  graph,
  writes,
  edited,
  onClose,
}: Pick<Props, 'graph' | 'writes' | 'onClose'> & { edited: MapRelation }) {
  const { text } = useWords();
  const { documentId, from, to } = edited;
  // Only once: what others change while the dialog is open has not been shown.
  const [reading] = useState(() => writes.open(documentId));
  const [draft, setDraft] = useState<RelationDraft>();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    reading.then((stored) => (stored ? setDraft(stored) : close.current()));
  }, [reading]);
  return draft ? (
    <RelationDialog
      title={text('edit')}
      nodes={graph.nodes}
      from={graph.byKey.get(from) ?? null}
      to={graph.byKey.get(to) ?? null}
      areEndsFixed
      draft={draft}
      documentId={documentId}
      onSave={(_, __, changed) => writes.update(documentId, draft, changed)}
      onClose={onClose}
    />
  ) : null;
}
