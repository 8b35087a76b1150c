import { Box, Flex, IconButton, Loader } from '@strapi/design-system';
import { ArrowsOut, Minus, Plus } from '@strapi/icons';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { Drawing } from './drawing/drawing';
import { useWords } from './words';

interface Props {
  container: (element: HTMLElement | null) => void;
  drawing: Drawing | undefined;
  isBusy: boolean;
  isDrawing: boolean;
}

const Surface = styled.div<{ $isDrawing: boolean }>`
  position: absolute;
  inset: 0;
  cursor: ${({ $isDrawing }) => ($isDrawing ? 'crosshair' : 'grab')};
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: -2px;
  }
`;

const ZOOM = 1.3;
const PAN = 60;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [PAN, 0],
  ArrowRight: [-PAN, 0],
  ArrowUp: [0, PAN],
  ArrowDown: [0, -PAN],
};

/** The drawing area of the map, with buttons and keys to move and zoom. */
export function Canvas({ container, drawing, isBusy, isDrawing }: Props) {
  const { text } = useWords();
  const onKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) drawing?.panBy(...arrow);
    else if (event.key === '+' || event.key === '=') drawing?.zoomBy(ZOOM);
    else if (event.key === '-') drawing?.zoomBy(1 / ZOOM);
    else if (event.key === '0') drawing?.fit();
    else return;
    event.preventDefault();
  };
  return (
    <Box position="relative" background="neutral0" borderColor="neutral150" hasRadius height="100%" overflow="hidden">
      <Surface
        ref={container}
        $isDrawing={isDrawing}
        role="application"
        aria-label={text('canvas')}
        aria-busy={isBusy}
        data-topic-map
        tabIndex={0}
        onKeyDown={onKey}
      />
      <Flex position="absolute" bottom="1.2rem" right="1.2rem" gap={1} direction="column">
        <IconButton label={text('zoom-in')} onClick={() => drawing?.zoomBy(ZOOM)}>
          <Plus />
        </IconButton>
        <IconButton label={text('zoom-out')} onClick={() => drawing?.zoomBy(1 / ZOOM)}>
          <Minus />
        </IconButton>
        <IconButton label={text('fit')} onClick={() => drawing?.fit()}>
          <ArrowsOut />
        </IconButton>
      </Flex>
      {isBusy && (
        <Flex position="absolute" top="1.2rem" left="1.2rem" style={{ pointerEvents: 'none' }}>
          <Loader>{text('busy')}</Loader>
        </Flex>
      )}
    </Box>
  );
}
