import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Box, Button, Dialog, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ExternalLink, Pencil, Trash } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { QuestionScroll } from '../../../panel/question-scroll';
import { recordPath } from '../../../panel/strapi/paths';
import { DeletionQuestion } from '../../where-used/panel/deletion-question';
import { type MapRelation, TOPIC_RELATION } from '../shared/topic-map';
import type { Selection } from './drawing/drawing';
import type { Graph } from './graph';
import { NodeLine } from './relation-line';
import { RelationOthers } from './relation-presence';
import { useWords } from './words';

interface Props {
  graph: Graph;
  relation: MapRelation;
  mayUpdate: boolean;
  mayRemove: boolean;
  onSelect(selection: Selection): void;
  onEdit(): void;
  onRemove(): Promise<unknown>;
}

/** Shows a relation: its ends, its weight and the buttons that the editor may use. */
export function RelationDetails({ graph, relation, mayUpdate, mayRemove, ...on }: Props) {
  const { onSelect, onEdit, onRemove } = on;
  const { text } = useWords();
  const end = (key: string) => {
    const node = graph.byKey.get(key);
    return node && <NodeLine node={node} onChoose={() => onSelect({ node: key })} />;
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={4} data-chosen-relation={relation.number}>
      <Typography variant="beta" tag="h2">
        {text(relation.isDirectional ? 'relation.one-way' : 'relation.both')}
      </Typography>
      <RelationOthers />
      <Flex direction="column" alignItems="stretch" gap={1}>
        {end(relation.from)}
        <Typography textColor="neutral600" style={{ paddingInlineStart: '1rem' }} aria-hidden="true">
          {relation.isDirectional ? '↓' : '↕'}
        </Typography>
        {end(relation.to)}
      </Flex>
      <Typography>
        {relation.weight === null ? text('weight.none') : text('weight.value', { weight: relation.weight })}
      </Typography>
      {relation.description && (
        <Typography textColor="neutral700" style={{ whiteSpace: 'pre-wrap' }}>
          {relation.description}
        </Typography>
      )}
      <Flex gap={2} wrap="wrap">
        {mayUpdate && (
          <Button size="S" startIcon={<Pencil />} onClick={onEdit}>
            {text('edit')}
          </Button>
        )}
        <LinkButton
          tag={NavLink}
          to={recordPath(TOPIC_RELATION, relation.documentId)}
          size="S"
          variant="tertiary"
          startIcon={<ExternalLink />}
        >
          {text('open')}
        </LinkButton>
        {mayRemove && (
          <Dialog.Root>
            <Dialog.Trigger>
              <Button size="S" variant="danger-light" startIcon={<Trash />}>
                {text('delete')}
              </Button>
            </Dialog.Trigger>
            <ConfirmDialog title={text('delete.title')} onConfirm={async () => void (await onRemove())}>
              <Box width="100%">
                <Typography tag="p" textAlign="center">
                  {text('delete.question')}
                </Typography>
                <QuestionScroll>
                  <DeletionQuestion uid={TOPIC_RELATION} documentIds={[relation.documentId]} />
                </QuestionScroll>
              </Box>
            </ConfirmDialog>
          </Dialog.Root>
        )}
      </Flex>
    </Flex>
  );
}
