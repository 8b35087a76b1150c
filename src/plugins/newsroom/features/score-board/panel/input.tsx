import { Button, Field, Flex, Loader, Typography } from '@strapi/design-system';
import { forwardRef } from 'react';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../../../panel/strapi/form-fields';
import { useOpenRecord } from '../../../panel/strapi/open-record';
import { Detail, FaultText } from './detail';
import { Grid } from './grid';
import { missingIn } from './table';
import { type Board, type BoardState, useBoard } from './use-board';
import { useCells } from './use-cells';
import { useEditing } from './use-editing';

interface Props extends FieldProps {
  error?: string;
  value?: unknown;
  onChange(name: string, value: unknown): void;
}

/** The input of the custom field: a grid of the data set's bills and act features. */
const ScoreBoard = forwardRef<HTMLDivElement, Props>(function ScoreBoard(
  { name, label, hint, labelAction, required, error, ...input },
  ref,
) {
  const { formatMessage } = useIntl();
  const { model, id } = useOpenRecord();
  const { board, ...state } = useBoard(model, id);
  return (
    <Field.Root ref={ref} name={name} error={error} hint={hint} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      {board === undefined && <Loader small />}
      {board === 'failed' && (
        <Typography textColor="danger600">{formatMessage({ id: 'newsroom.score-board.failed' })}</Typography>
      )}
      {board && board !== 'failed' && (
        <BoardEditor {...input} {...state} key={id} name={name} label={label} board={board} />
      )}
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
});

export default ScoreBoard;

type BoardEditorProps = Pick<Props, 'name' | 'label' | 'disabled' | 'value' | 'onChange'> &
  Pick<BoardState, 'isStale' | 'isChanged'> & { board: Board };

function BoardEditor({ name, label, value, onChange, board, isStale, isChanged, ...input }: BoardEditorProps) {
  const { formatMessage } = useIntl();
  const disabled = input.disabled || isStale;
  const write = (scores: unknown) => onChange(name, scores);
  const cells = useCells({ value, board, isChanged, isSuspended: disabled, write });
  const editing = useEditing(board, cells);
  const [bills, features] = [board.bills.map(({ number }) => number), board.features.map(({ number }) => number)];
  if (bills.length === 0 || features.length === 0)
    return <Typography textColor="neutral600">{formatMessage({ id: 'newsroom.score-board.nothing' })}</Typography>;
  const missing = missingIn(cells.cells, bills, features);
  const goToMissing = () => {
    const place = nextMissing(editing, board);
    if (place) editing.select(place);
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex gap={2} wrap="wrap">
        <Typography role="status" variant="pi" textColor={missing > 0 ? 'warning700' : 'success700'} flex="1">
          {formatMessage({ id: 'newsroom.score-board.missing' }, { missing, all: bills.length * features.length })}
        </Typography>
        <Button variant="tertiary" size="S" disabled={missing === 0} onClick={goToMissing}>
          {formatMessage({ id: 'newsroom.score-board.next' })}
        </Button>
        <Button variant="tertiary" size="S" disabled={disabled || !cells.canUndo} onClick={cells.undo}>
          {formatMessage({ id: 'newsroom.score-board.undo' })}
        </Button>
        <Button variant="tertiary" size="S" disabled={disabled || !cells.canRedo} onClick={cells.redo}>
          {formatMessage({ id: 'newsroom.score-board.redo' })}
        </Button>
      </Flex>
      {editing.fault && <FaultText fault={editing.fault} board={board} />}
      <Grid board={board} cells={cells} editing={editing} isDisabled={disabled} label={label} />
      <Detail board={board} editing={editing} />
      <Typography variant="pi" textColor="neutral600">
        {formatMessage({ id: 'newsroom.score-board.keys' })}
      </Typography>
    </Flex>
  );
}

/** Finds the next cell without a score after the active one; wraps around at the end. */
function nextMissing({ selection, scoreAt }: ReturnType<typeof useEditing>, { bills, features }: Board) {
  const start = selection.at.row * features.length + selection.at.column;
  for (let step = 1; step <= bills.length * features.length; step += 1) {
    const index = (start + step) % (bills.length * features.length);
    const place = { row: Math.floor(index / features.length), column: index % features.length };
    if (scoreAt(place) === undefined) return place;
  }
  return undefined;
}
