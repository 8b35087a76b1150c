import { Box, Flex } from '@strapi/design-system';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { MapNode, NodeKind } from '../shared/topic-map';
import { Canvas } from './canvas';
import { LOOKS } from './drawing/look';
import type { Graph } from './graph';
import { Legend } from './legend';
import type { NewRelation } from './page';
import { RelationDialogs } from './relation-dialogs';
import { RelationPresence } from './relation-presence';
import { SidePanel } from './side-panel';
import { Toolbar } from './toolbar';
import { useDrawing } from './use-drawing';
import { useView } from './use-view';
import { type useRights, useWrites } from './use-writes';

interface Props {
  graph: Graph;
  rights: ReturnType<typeof useRights>;
  reload(): Promise<void>;
  newRelation: NewRelation | undefined;
  onNewRelation(newRelation: NewRelation | undefined): void;
}

/** The map with its toolbar, legend and side panel. */
export function MapView({ graph, rights, reload, newRelation, onNewRelation }: Props) {
  const view = useView(graph);
  const writes = useWrites(reload);
  const [isDrawing, setIsDrawing] = useState(false);
  const [edited, setEdited] = useState<string>();
  const nodeOf = (key: string): MapNode | null => graph.byKey.get(key) ?? null;
  const { container, drawing, isBusy, rearrange } = useDrawing({
    graph,
    visible: view.visible,
    focus: view.focus,
    selection: view.selection,
    isDrawing,
    onSelect: view.select,
    onDrawn: (from, to) => onNewRelation({ from: nodeOf(from), to: nodeOf(to) }),
  });
  const goTo = (key: string) => {
    // Restore the whole map before moving it.
    if (!view.visible.has(key)) flushSync(() => view.setFocus(null));
    view.select({ node: key });
    drawing?.goTo(key);
  };
  const { selection } = view;
  const chosen =
    selection && 'relation' in selection ? graph.byDocument.get(selection.relation)?.documentId : undefined;
  const focused = view.focus && nodeOf(view.focus.key);

  return (
    <RelationPresence documentId={edited ?? chosen}>
      <Flex direction="column" alignItems="stretch" gap={3} paddingBottom={4}>
        <Toolbar
          nodes={graph.nodes}
          focus={view.focus && focused && { node: focused, steps: view.focus.steps }}
          mayDraw={rights.create}
          isDrawing={isDrawing}
          onFind={({ key }) => goTo(key)}
          onFocus={view.setFocus}
          onDraw={setIsDrawing}
          onRearrange={() => void rearrange()}
        />
        <Legend counts={countsOf(graph)} hidden={view.hidden} onToggle={view.toggle} />
        <Flex gap={4} alignItems="stretch" height="calc(100vh - 32rem)" minHeight="40rem">
          <Box flex="1" minWidth="0">
            <Canvas container={container} drawing={drawing} isBusy={isBusy} isDrawing={isDrawing} />
          </Box>
          <SidePanel
            graph={graph}
            view={view}
            rights={rights}
            pixelOf={isBusy ? undefined : drawing?.pixelOf}
            onGoTo={goTo}
            onRelate={(from) => onNewRelation({ from, to: null })}
            onEdit={setEdited}
            onRemove={async (documentId) => {
              if (await writes.remove(documentId)) view.select(null);
            }}
          />
        </Flex>
        <RelationDialogs
          graph={graph}
          writes={writes}
          newRelation={newRelation}
          edited={edited === undefined ? undefined : graph.byDocument.get(edited)}
          onCreated={(documentId) => view.select({ relation: documentId })}
          onOpen={async (documentId, isTyped) => {
            // Nothing that is done meanwhile must be done to what was selected before.
            view.select(null);
            await reload();
            view.select({ relation: documentId });
            // What was typed is offered there.
            if (isTyped && rights.update) setEdited(documentId);
          }}
          onFound={() => void reload()}
          onClose={() => {
            onNewRelation(undefined);
            setEdited(undefined);
          }}
        />
      </Flex>
    </RelationPresence>
  );
}

function countsOf({ nodes }: Graph): [NodeKind, number][] {
  return (Object.keys(LOOKS) as NodeKind[])
    .map((kind): [NodeKind, number] => [kind, nodes.filter((node) => node.kind === kind).length])
    .filter(([, count]) => count > 0);
}
