import { useIntl } from 'react-intl';
import type { BoardBill, BoardFeature } from '../shared/score-board';
import { onDraftKey } from './keys';
import { isSelected } from './moves';
import { Cell, Clamped, Draft, Row, RowHead, Score } from './styles';
import type { Editing } from './use-editing';

interface Props {
  id: string;
  index: number;
  bill: BoardBill;
  features: BoardFeature[];
  editing: Editing;
  /** Whether typing replaces the score: arrow keys then move to other cells instead of within the text. */
  isReplacing: boolean;
  isDisabled: boolean;
  onEdit(): void;
  onDone(): void;
}

export const cellId = (id: string, { row, column }: { row: number; column: number }): string =>
  `${id}-${row}-${column}`;

/** One row of the grid: a bill's scores. */
export function BoardRow({ id, index, bill, features, editing, isReplacing, isDisabled, onEdit, onDone }: Props) {
  const { formatMessage } = useIntl();
  const { selection, draft } = editing;
  return (
    <Row role="row" aria-rowindex={index + 2}>
      <RowHead role="rowheader" aria-colindex={1} title={`${bill.versionNo} ${bill.act}`}>
        <strong>{bill.versionNo || formatMessage({ id: 'newsroom.score-board.bill' }, { number: bill.number })}</strong>
        <Clamped style={{ WebkitLineClamp: 1 }}>{bill.act}</Clamped>
      </RowHead>
      {features.map((feature, column) => {
        const place = { row: index, column };
        const score = editing.scoreAt(place);
        const isActive = selection.at.row === index && selection.at.column === column;
        const short = bill.contents[feature.number]?.short ?? '';
        return (
          <Cell
            key={feature.id}
            id={cellId(id, place)}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={isSelected(place, selection)}
            aria-label={
              score === undefined ? formatMessage({ id: 'newsroom.score-board.empty' }, { short }) : undefined
            }
            $isMissing={score === undefined}
            $isSelected={isSelected(place, selection)}
            $isActive={isActive}
            onMouseDown={(event) => {
              if (event.button !== 0 || (isActive && draft !== undefined)) return;
              if (editing.commit()) editing.select(place, event.shiftKey);
            }}
            onMouseEnter={(event) => event.buttons === 1 && draft === undefined && editing.select(place, true)}
            onDoubleClick={() => !isDisabled && onEdit()}
          >
            {isActive && draft !== undefined ? (
              <Draft
                value={draft}
                autoFocus
                inputMode="numeric"
                aria-label={`${bill.versionNo} ${feature.name}`}
                aria-invalid={editing.fault?.kind === 'no-score'}
                onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
                onChange={(event) => editing.type(event.target.value)}
                onKeyDown={(event) => {
                  if (onDraftKey(event, editing, isReplacing)) onDone();
                }}
                onBlur={() => editing.commit() || editing.cancel()}
              />
            ) : (
              <Score>{score ?? '—'}</Score>
            )}
            <Clamped title={short}>{short}</Clamped>
          </Cell>
        );
      })}
    </Row>
  );
}
