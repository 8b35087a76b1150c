import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { NodeKind } from '../shared/topic-map';
import { RELATION_COLOR } from './drawing/look';
import { KindSymbol } from './symbol';
import { useWords } from './words';

interface Props {
  /** The kinds on the map with their counts. */
  counts: [NodeKind, number][];
  hidden: ReadonlySet<NodeKind>;
  onToggle(kind: NodeKind): void;
}

const Switch = styled.button<{ $isOn: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 0.6rem;
  padding: 0.4rem 1rem;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: 1.6rem;
  background: ${({ theme, $isOn }) => ($isOn ? theme.colors.neutral0 : 'transparent')};
  opacity: ${({ $isOn }) => ($isOn ? 1 : 0.55)};
  cursor: pointer;
`;

/** Explains shapes and lines; its buttons hide and show kinds. */
export function Legend({ counts, hidden, onToggle }: Props) {
  const { kindName, text } = useWords();
  return (
    <Flex gap={2} wrap="wrap" role="group" aria-label={text('legend')}>
      {counts.map(([kind, count]) => (
        <Switch
          key={kind}
          type="button"
          aria-pressed={!hidden.has(kind)}
          $isOn={!hidden.has(kind)}
          onClick={() => onToggle(kind)}
        >
          <KindSymbol kind={kind} />
          <Typography variant="pi" textColor="neutral800">
            {kindName(kind)}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {count}
          </Typography>
        </Switch>
      ))}
      <Flex gap={4} paddingLeft={2} wrap="wrap">
        <Line label={text('legend.membership')} width={1} color="#a5a5ba" />
        <Line label={text('legend.one-way')} width={3} color={RELATION_COLOR} isArrow />
        <Line label={text('legend.both')} width={3} color={RELATION_COLOR} />
      </Flex>
    </Flex>
  );
}

const Line = ({ label, width, color, isArrow }: { label: string; width: number; color: string; isArrow?: boolean }) => (
  <Flex gap={2}>
    <svg viewBox="0 0 30 10" width="3rem" height="1rem" aria-hidden="true">
      <path d={isArrow ? 'M0 5H22' : 'M0 5H30'} stroke={color} strokeWidth={width} />
      {isArrow && <path d="M20 0l10 5l-10 5z" fill={color} />}
    </svg>
    <Box>
      <Typography variant="pi" textColor="neutral700">
        {label}
      </Typography>
    </Box>
  </Flex>
);
