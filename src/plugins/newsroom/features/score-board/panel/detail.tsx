import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { Board } from './use-board';
import type { Editing, Fault } from './use-editing';

/** Describes the active cell: the bill's content on the act feature, and the meanings of its scores. */
export function Detail({ board, editing }: { board: Board; editing: Editing }) {
  const { formatMessage } = useIntl();
  const { at } = editing.selection;
  const [bill, feature] = [board.bills[at.row], board.features[at.column]];
  if (!bill || !feature) return null;
  const content = bill.contents[feature.number];
  return (
    <Box padding={3} background="neutral100" hasRadius aria-live="polite">
      <Typography variant="pi" fontWeight="semiBold" tag="p">
        {[bill.versionNo, bill.act, feature.name].filter(Boolean).join('　')}
      </Typography>
      <Typography variant="pi" tag="p" textColor="neutral700">
        {content?.short || formatMessage({ id: 'newsroom.score-board.no-content' })}
      </Typography>
      {content?.long && content.long !== content.short && (
        <Typography
          variant="pi"
          tag="p"
          textColor="neutral600"
          style={{ maxHeight: '8rem', overflow: 'auto', whiteSpace: 'pre-line' }}
        >
          {content.long}
        </Typography>
      )}
      <Flex gap={4} wrap="wrap" paddingTop={1}>
        {feature.scale.map(({ score, description }) => (
          <Typography key={score} variant="pi" textColor="neutral600">
            <strong>{score}</strong> {description}
          </Typography>
        ))}
      </Flex>
    </Box>
  );
}

const MAX_LISTED = 3;

/** Explains why typed or pasted text was rejected. */
export function FaultText({ fault, board }: { fault: Fault; board: Board }) {
  const { formatMessage } = useIntl();
  const text = () => {
    if (fault.kind === 'no-score')
      return formatMessage({ id: 'newsroom.score-board.no-score' }, { written: fault.written });
    if (fault.kind === 'too-large')
      return formatMessage(
        { id: 'newsroom.score-board.too-large' },
        {
          rows: fault.rows,
          columns: fault.columns,
          allRows: board.bills.length,
          allColumns: board.features.length,
        },
      );
    const cells = fault.bad
      .slice(0, MAX_LISTED)
      .map(({ row, column, written }) =>
        formatMessage({ id: 'newsroom.score-board.bad-cell' }, { row, column, written }),
      );
    return formatMessage(
      { id: 'newsroom.score-board.bad-cells' },
      { cells: cells.join(formatMessage({ id: 'newsroom.score-board.and' })), count: fault.bad.length },
    );
  };
  return (
    <Typography role="alert" textColor="danger600" variant="pi">
      {text()}
    </Typography>
  );
}
