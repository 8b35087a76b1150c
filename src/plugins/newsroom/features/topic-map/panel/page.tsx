import { Layouts, Page } from '@strapi/admin/strapi-admin';
import { Button } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useState } from 'react';
import type { MapNode } from '../shared/topic-map';
import type { Graph } from './graph';
import { MapView } from './map-view';
import { useMap } from './use-map';
import { useRights } from './use-writes';
import { useWords } from './words';

/** The initial ends of a new relation. */
export interface NewRelation {
  from: MapNode | null;
  to: MapNode | null;
}

/** The topic map page: general topics, specific topics, acts and their relations. */
export default function TopicMapPage() {
  const { text } = useWords();
  const { graph, hasFailed, reload } = useMap();
  const rights = useRights();
  const [newRelation, setNewRelation] = useState<NewRelation>();
  if (hasFailed) return <Page.Error />;
  if (!graph) return <Page.Loading />;
  return (
    <Page.Main>
      <Page.Title>{text('title')}</Page.Title>
      <Layouts.Header
        title={text('title')}
        subtitle={subtitle(graph, text)}
        primaryAction={
          rights.create && (
            <Button startIcon={<Plus />} onClick={() => setNewRelation({ from: null, to: null })}>
              {text('new')}
            </Button>
          )
        }
      />
      <Layouts.Content>
        <MapView
          graph={graph}
          rights={rights}
          reload={reload}
          newRelation={newRelation}
          onNewRelation={setNewRelation}
        />
      </Layouts.Content>
    </Page.Main>
  );
}

const subtitle = (graph: Graph, text: ReturnType<typeof useWords>['text']): string =>
  text('subtitle', { nodes: graph.nodes.length, relations: graph.relations.length });
