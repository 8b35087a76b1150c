import { Flex, Typography } from '@strapi/design-system';
import { useEffect, useRef } from 'react';
import type { MapNode } from '../shared/topic-map';
import { KindSymbol } from './symbol';
import { useWords } from './words';

interface Props {
  id: string;
  node: MapNode;
  isActive: boolean;
  onChoose(): void;
}

/** A node in the list of suggestions. */
export function Suggestion({ id, node, isActive, onChoose }: Props) {
  const { kindName, nameOf } = useWords();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <Flex
      ref={item}
      id={id}
      tag="li"
      role="option"
      aria-selected={isActive}
      gap={2}
      padding={2}
      hasRadius
      cursor="pointer"
      background={isActive ? 'primary100' : 'neutral0'}
      // Keep the focus: blur would close the list before the click.
      onMouseDown={(event: React.MouseEvent) => event.preventDefault()}
      onClick={onChoose}
    >
      <KindSymbol kind={node.kind} />
      <Typography ellipsis>{nameOf(node)}</Typography>
      <Typography variant="pi" textColor="neutral600" style={{ marginInlineStart: 'auto', whiteSpace: 'nowrap' }}>
        {kindName(node.kind)} {node.number}
      </Typography>
    </Flex>
  );
}
