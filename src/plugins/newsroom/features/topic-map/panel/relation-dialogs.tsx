import type { MapRelation } from '../shared/topic-map';
import type { Graph } from './graph';
import type { NewRelation } from './page';
import { RelationDialog } from './relation-dialog';
import type { useWrites } from './use-writes';
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
  if (edited)
    return (
      <RelationDialog
        title={text('edit')}
        nodes={graph.nodes}
        from={graph.byKey.get(edited.from) ?? null}
        to={graph.byKey.get(edited.to) ?? null}
        areEndsFixed
        draft={{ ...edited, description: edited.description ?? '' }}
        onSave={(_, __, draft) => writes.update(edited.documentId, draft)}
        onClose={onClose}
      />
    );
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
