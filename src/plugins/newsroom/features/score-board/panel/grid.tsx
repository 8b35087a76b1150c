import { useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { BoardRow, cellId } from './board-row';
import { onGridKey } from './keys';
import { COLUMN, ColumnHead, Corner, HEAD, NAMES, ROW, Row, Table } from './styles';
import type { Board } from './use-board';
import type { CellsInForm } from './use-cells';
import type { Editing } from './use-editing';

interface Props {
  board: Board;
  cells: CellsInForm;
  editing: Editing;
  isDisabled: boolean;
  label: string;
}

/** Rows rendered beyond the visible ones, on either side. */
const OVERSCAN = 4;

/** The grid. It holds the focus and names its active cell with `aria-activedescendant`. */
export function Grid({ board, cells, editing, isDisabled, label }: Props) {
  const { formatMessage } = useIntl();
  const id = useId();
  const table = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState({ first: 0, count: 20 });
  const [isReplacing, setIsReplacing] = useState(true);
  const { at } = editing.selection;
  const { bills, features } = board;
  const [first, last] = [
    Math.max(0, visible.first - OVERSCAN),
    Math.min(bills.length, visible.first + visible.count + OVERSCAN),
  ];

  useEffect(() => {
    if (table.current) reveal(table.current, at.row, at.column);
  }, [at.row, at.column]);

  const measure = ({ scrollTop, clientHeight }: HTMLDivElement) =>
    setVisible({ first: Math.floor(scrollTop / ROW), count: Math.ceil(clientHeight / ROW) });
  const edit = () => {
    setIsReplacing(false);
    editing.begin();
  };

  return (
    <Table
      ref={table}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={bills.length + 1}
      aria-colcount={features.length + 1}
      aria-multiselectable
      aria-readonly={isDisabled}
      aria-activedescendant={cellId(id, at)}
      onScroll={(event) => measure(event.currentTarget)}
      onFocus={(event) => event.target === event.currentTarget && measure(event.currentTarget)}
      onKeyDown={(event) => {
        setIsReplacing(event.key !== 'F2' && event.key !== 'Enter');
        onGridKey(event, editing, cells, isDisabled);
      }}
      onCopy={(event) => editing.draft === undefined && putOnClipboard(event, editing.copy())}
      onCut={(event) => {
        if (editing.draft !== undefined) return;
        putOnClipboard(event, editing.copy());
        if (!isDisabled) editing.clear();
      }}
      onPaste={(event) => {
        if (editing.draft !== undefined || isDisabled) return;
        event.preventDefault();
        editing.paste(event.clipboardData.getData('text/plain'));
      }}
    >
      <Row role="row" aria-rowindex={1} style={{ position: 'sticky', top: 0, zIndex: 2 }}>
        <Corner role="columnheader" aria-colindex={1}>
          {formatMessage({ id: 'newsroom.score-board.corner' })}
        </Corner>
        {features.map(({ id: key, name }, column) => (
          <ColumnHead key={key} role="columnheader" aria-colindex={column + 2} title={name}>
            {name}
          </ColumnHead>
        ))}
      </Row>
      <div role="presentation" style={{ height: first * ROW }} />
      {bills.slice(first, last).map((bill, offset) => (
        <BoardRow
          key={bill.id}
          id={id}
          index={first + offset}
          bill={bill}
          features={features}
          editing={editing}
          isReplacing={isReplacing}
          isDisabled={isDisabled}
          onEdit={edit}
          onDone={() => table.current?.focus({ preventScroll: true })}
        />
      ))}
      <div role="presentation" style={{ height: (bills.length - last) * ROW }} />
    </Table>
  );
}

/** Scrolls a cell out from under the sticky headings. */
function reveal(table: HTMLDivElement, row: number, column: number): void {
  const [top, left] = [row * ROW, column * COLUMN];
  const [height, width] = [table.clientHeight - HEAD, table.clientWidth - NAMES];
  if (top < table.scrollTop) table.scrollTop = top;
  else if (top + ROW > table.scrollTop + height) table.scrollTop = top + ROW - height;
  if (left < table.scrollLeft) table.scrollLeft = left;
  else if (left + COLUMN > table.scrollLeft + width) table.scrollLeft = left + COLUMN - width;
}

function putOnClipboard(event: React.ClipboardEvent, text: string): void {
  event.preventDefault();
  event.clipboardData.setData('text/plain', text);
}
