import { Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ExternalLink, Graph as GraphIcon, Plus } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { recordPath } from '../../../panel/strapi/paths';
import { PresenceLines } from '../../presence/panel/others';
import { type MapNode, NODE_TYPES } from '../shared/topic-map';
import type { Selection } from './drawing/drawing';
import { connectionsOf, type Graph } from './graph';
import { NodeLine, RelationLine } from './relation-line';
import { KindSymbol } from './symbol';
import { useWords } from './words';

interface Props {
  graph: Graph;
  node: MapNode;
  isFocus: boolean;
  mayCreate: boolean;
  onSelect(selection: Selection): void;
  onFocus(key: string | null): void;
  onRelate(from: MapNode): void;
}

/** Shows a node: links, its relations and its memberships. */
export function NodeDetails({ graph, node, isFocus, mayCreate, onSelect, onFocus, onRelate }: Props) {
  const { kindName, nameOf, text } = useWords();
  const { relations, members } = connectionsOf(graph, node.key);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Flex gap={2}>
          <KindSymbol kind={node.kind} />
          <Typography variant="sigma" textColor="neutral600">
            {kindName(node.kind)} {node.number}
          </Typography>
        </Flex>
        <Typography variant="beta" tag="h2">
          {nameOf(node)}
        </Typography>
      </Flex>
      {node.documentId && node.kind !== 'other' && (
        <PresenceLines key={node.documentId} uid={NODE_TYPES[node.kind]} documentId={node.documentId} />
      )}
      <Flex gap={2} wrap="wrap">
        {node.documentId && node.kind !== 'other' && (
          <LinkButton
            tag={NavLink}
            to={recordPath(NODE_TYPES[node.kind], node.documentId)}
            size="S"
            startIcon={<ExternalLink />}
          >
            {text('open')}
          </LinkButton>
        )}
        <Button
          size="S"
          variant={isFocus ? 'secondary' : 'tertiary'}
          aria-pressed={isFocus}
          startIcon={<GraphIcon />}
          onClick={() => onFocus(isFocus ? null : node.key)}
        >
          {text('focus')}
        </Button>
        {mayCreate && (
          <Button size="S" variant="tertiary" startIcon={<Plus />} onClick={() => onRelate(node)}>
            {text('relate')}
          </Button>
        )}
      </Flex>
      <Section title={text('relations', { count: relations.length })}>
        {relations.map((relation) => (
          <RelationLine
            key={relation.documentId}
            graph={graph}
            relation={relation}
            onChoose={() => onSelect({ relation: relation.documentId })}
          />
        ))}
      </Section>
      <Section title={text('members', { count: members.length })}>
        {members.map((member) => (
          <NodeLine key={member.key} node={member} onChoose={() => onSelect({ node: member.key })} />
        ))}
      </Section>
    </Flex>
  );
}

const Section = ({ title, children }: { title: string; children: React.ReactNode[] }) =>
  children.length === 0 ? null : (
    <Flex tag="section" direction="column" alignItems="stretch" gap={1}>
      <Typography variant="sigma" tag="h3" textColor="neutral600">
        {title}
      </Typography>
      {children}
    </Flex>
  );
