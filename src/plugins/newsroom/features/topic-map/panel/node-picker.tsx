import { Box, Field, Flex, Typography } from '@strapi/design-system';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { MapNode } from '../shared/topic-map';
import { search } from './graph';
import { Suggestion } from './suggestion';
import { useWords } from './words';

interface Props {
  label: string;
  isLabelHidden?: boolean;
  placeholder?: string;
  nodes: MapNode[];
  value: MapNode | null;
  onChoose(node: MapNode | null): void;
  /** Renders the suggestions in the flow, where an overlay would be cut off. */
  isInline?: boolean;
  startAction?: ReactNode;
}

const MAX_SUGGESTIONS = 12;

/** A combobox that picks a node by name or number. */
export function NodePicker({
  label,
  isLabelHidden,
  placeholder,
  nodes,
  value,
  onChoose,
  isInline,
  startAction,
}: Props) {
  const { nameOf, text } = useWords();
  const list = useId();
  const [words, setWords] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = words !== undefined && (words !== '' || nodes.length > 0);
  const matches = useMemo(
    () => (isOpen ? search(nodes, nameOf, words ?? '').slice(0, MAX_SUGGESTIONS) : []),
    [isOpen, nodes, nameOf, words],
  );

  const choose = (node: MapNode) => {
    setWords(undefined);
    onChoose(node);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // These keys belong to the input method while it composes characters.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!isOpen) setWords('');
      else setActive((active + step + matches.length) % Math.max(1, matches.length));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const node = matches[active];
      if (node) choose(node);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setWords(undefined);
    }
  };

  return (
    <Box position="relative" width="100%">
      <Field.Root>
        {!isLabelHidden && <Field.Label>{label}</Field.Label>}
        <Field.Input
          role="combobox"
          aria-label={isLabelHidden ? label : undefined}
          aria-expanded={isOpen}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={matches[active] ? `${list}-${active}` : undefined}
          autoComplete="off"
          placeholder={placeholder}
          startAction={startAction}
          value={words ?? (value ? nameOf(value) : '')}
          onChange={({ target }) => {
            setWords(target.value);
            setActive(0);
            if (value) onChoose(null);
          }}
          onKeyDown={onKey}
          onBlur={() => setWords(undefined)}
        />
      </Field.Root>
      {isOpen && (
        <Flex
          id={list}
          role="listbox"
          aria-label={label}
          tag="ul"
          direction="column"
          alignItems="stretch"
          position={isInline ? 'static' : 'absolute'}
          marginTop={1}
          padding={1}
          width="100%"
          maxHeight={isInline ? '20rem' : '36rem'}
          overflow="auto"
          background="neutral0"
          borderColor="neutral150"
          shadow="filterShadow"
          hasRadius
          zIndex={5}
        >
          {matches.map((node, index) => (
            <Suggestion
              key={node.key}
              id={`${list}-${index}`}
              node={node}
              isActive={index === active}
              onChoose={() => choose(node)}
            />
          ))}
          {matches.length === 0 && (
            <Box tag="li" padding={2}>
              <Typography textColor="neutral600">{text('search.none')}</Typography>
            </Box>
          )}
        </Flex>
      )}
    </Box>
  );
}
