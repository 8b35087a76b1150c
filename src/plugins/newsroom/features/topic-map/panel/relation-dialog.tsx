import { Button, Field, Flex, Modal, NumberInput, Radio, Textarea, Typography } from '@strapi/design-system';
import { ArrowsVertical } from '@strapi/icons';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { isEqual } from '../../../../../common/json';
import { useLeaveQuestion } from '../../../panel/leave-question';
import { forgetFailures } from '../../../panel/strapi/failed-saves';
import { leaveTextId } from '../../drafts/panel/kept';
import type { MapNode } from '../shared/topic-map';
import { NodePicker } from './node-picker';
import { RelationInDialog } from './relation-presence';
import { fieldsOf, type RelationDraft } from './relation-values';
import { useRelationDraft } from './use-relation-draft';
import { useWords } from './words';

interface Props {
  title: string;
  nodes: MapNode[];
  /** The initial ends. */
  from: MapNode | null;
  to: MapNode | null;
  areEndsFixed: boolean;
  draft: RelationDraft;
  /** The relation, if it is stored. */
  documentId?: string;
  onSave(from: MapNode, to: MapNode, draft: RelationDraft): Promise<unknown>;
  /** Reads the relation again, if it is stored. */
  onReload?(): void;
  /** Shows another relation, which exists, and edits it if something is typed for it. */
  onOpen(documentId: string, isTyped: boolean): void;
  /** Reads the map again. */
  onFound(): void;
  onClose(): void;
}

/** Edits a relation and saves it. What is typed stays in the browser until then; whoever leaves it is asked first. */
export function RelationDialog({ title, nodes, areEndsFixed, documentId, onReload, ...props }: Props) {
  const { onSave, onOpen, onFound, onClose, ...initial } = props;
  const { nameOf, text } = useWords();
  const form = useId();
  const [from, setFrom] = useState(initial.from);
  const [to, setTo] = useState(initial.to);
  const [draft, setDraft] = useState(initial.draft);
  const [isSaving, setIsSaving] = useState(false);
  const change = (fields: Partial<RelationDraft>) => setDraft({ ...draft, ...fields });
  const isSame = from !== null && from.key === to?.key;
  const isChanged =
    from?.key !== initial.from?.key ||
    to?.key !== initial.to?.key ||
    !isEqual(fieldsOf(draft), fieldsOf(initial.draft));
  const { offer, forget, offerStored } = useRelationDraft({
    documentId,
    nodes,
    initial,
    form: { from, to, draft },
    isChanged,
    onGoOn: (former) => {
      setFrom(former.from);
      setTo(former.to);
      setDraft(former.draft);
    },
    onOpen: (created, isTyped) => {
      onClose();
      onOpen(created, isTyped);
    },
    onFound,
    onClose,
  });
  // What is said of its failed save goes with it.
  useEffect(() => forgetFailures, []);
  const { leave, question } = useLeaveQuestion({ isChanged, onLeave: onClose, textId: leaveTextId });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!from || !to || isSame || isSaving) return;
    setIsSaving(true);
    const isSaved = await onSave(from, to, draft);
    if (!isSaved) await offerStored();
    setIsSaving(false);
    if (!isSaved) return;
    forget();
    onClose();
  };
  const swap = () => {
    setFrom(to);
    setTo(from);
  };

  if (offer) return offer;
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && !isSaving && leave()}>
      <Modal.Content aria-describedby={undefined} onEscapeKeyDown={leaveToOpenList}>
        <Modal.Header closeLabel={text('cancel')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {/* What is typed while it is saved would be in no draft. */}
          <fieldset disabled={isSaving} style={{ border: 0 }}>
            <Flex tag="form" id={form} onSubmit={save} direction="column" alignItems="stretch" gap={4}>
              {onReload && documentId !== undefined && (
                <RelationInDialog {...{ documentId, isChanged, loaded: initial.draft, onReload }} />
              )}
              {areEndsFixed ? (
                <Typography>
                  {from && nameOf(from)} {draft.isDirectional ? '→' : '↔'} {to && nameOf(to)}
                </Typography>
              ) : (
                <>
                  <NodePicker
                    label={text('from')}
                    placeholder={text('pick')}
                    nodes={nodes}
                    value={from}
                    onChoose={setFrom}
                    isInline
                  />
                  <Flex>
                    <Button size="S" variant="ghost" startIcon={<ArrowsVertical />} onClick={swap}>
                      {text('swap')}
                    </Button>
                  </Flex>
                  <NodePicker
                    label={text('to')}
                    placeholder={text('pick')}
                    nodes={nodes}
                    value={to}
                    onChoose={setTo}
                    isInline
                  />
                </>
              )}
              {isSame && (
                <Typography textColor="danger600" role="alert">
                  {text('same')}
                </Typography>
              )}
              <Radio.Group
                aria-label={text('direction')}
                value={draft.isDirectional ? 'one-way' : 'both'}
                onValueChange={(value: string) => change({ isDirectional: value === 'one-way' })}
              >
                <Radio.Item value="one-way">{text('direction.one-way')}</Radio.Item>
                <Radio.Item value="both">{text('direction.both')}</Radio.Item>
              </Radio.Group>
              <Field.Root hint={text('weight.hint')}>
                <Field.Label>{text('weight')}</Field.Label>
                <NumberInput
                  name="weight"
                  value={draft.weight ?? undefined}
                  onValueChange={(weight) => change({ weight: weight ?? null })}
                />
                <Field.Hint />
              </Field.Root>
              <Field.Root>
                <Field.Label>{text('description')}</Field.Label>
                <Textarea
                  name="description"
                  value={draft.description}
                  onChange={({ target }: { target: HTMLTextAreaElement }) => change({ description: target.value })}
                />
              </Field.Root>
            </Flex>
          </fieldset>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={leave} disabled={isSaving}>
            {text('cancel')}
          </Button>
          <Button type="submit" form={form} loading={isSaving} disabled={!from || !to || isSame}>
            {text('save')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
      {question}
    </Modal.Root>
  );
}

/** Where a list of suggestions is open, Escape closes only that. */
function leaveToOpenList(event: KeyboardEvent): void {
  if ((event.target as Element).getAttribute('aria-expanded') === 'true') event.preventDefault();
}
