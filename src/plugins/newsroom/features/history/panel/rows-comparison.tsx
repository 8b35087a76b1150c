import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { type ReactNode, useState } from 'react';
import type { JsonObject } from '../../../../../common/json';
import type { FieldDifference, RowDifference } from '../shared/difference-of';
import type { Comparison, FieldInfo } from '../shared/history';
import { itemsOf, uidOf } from '../shared/values';
import type { ListedItem } from './marks';
import { useText } from './use-text';

interface Props {
  field: FieldInfo;
  rows: RowDifference[];
  kept: number;
  /** How many rows are left out. */
  more?: number;
  names: Comparison['names'];
  /** What to say of a row instead of what became of it. */
  noteOf?: ((item: ListedItem) => string | undefined) | undefined;
  /** Renders what a change did to one field of a row. */
  children: (difference: FieldDifference) => ReactNode;
}

/** How many rows are shown at first: the votes of a whole parliament would fill the page. */
const SHOWN = 20;

/** What a change did to the nested rows of a field: new, removed, changed and moved ones. */
export function RowsComparison({ field, rows, kept, more, names, noteOf, children }: Props) {
  const { t } = useText();
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = areAllShown ? rows : rows.slice(0, SHOWN);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      {shown.map((row, index) => (
        <Row
          key={index}
          field={field}
          difference={row}
          names={names}
          note={noteOf?.({ state: row.state, value: row.row })}
        >
          {children}
        </Row>
      ))}
      {shown.length < rows.length && (
        <Button variant="ghost" size="S" onClick={() => setAreAllShown(true)}>
          {t('rows.all', { count: rows.length })}
        </Button>
      )}
      {more !== undefined && <Typography>{t('rows.more', { count: more })}</Typography>}
      {kept > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {t('rows.kept', { count: kept })}
        </Typography>
      )}
    </Flex>
  );
}

interface RowProps extends Pick<Props, 'field' | 'names' | 'children'> {
  difference: RowDifference;
  note: string | undefined;
}

function Row({ field, difference: { state, isMoved, row, same, fields }, names, note, children }: RowProps) {
  const { t, nestedFieldOf } = useText();
  const summarize = useSummary(field, names);
  return (
    <Box borderColor="neutral200" hasRadius padding={3} tag="section" aria-label={t(`row.${state}`)}>
      <Flex gap={2} alignItems="baseline" paddingBottom={state === 'moved' ? 0 : 2}>
        <Typography
          variant="pi"
          fontWeight="bold"
          textColor={state === 'removed' ? 'danger700' : state === 'added' ? 'success700' : 'neutral700'}
          style={{ flexShrink: 0 }}
        >
          {note ?? t(`row.${state}`)}
          {isMoved && state === 'changed' ? t('row.andMoved') : ''}
        </Typography>
        <Typography variant="pi" textColor="neutral600" ellipsis>
          {summarize(row, same)}
        </Typography>
      </Flex>
      {fields.length > 0 && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          {fields.map((each) => (
            <Flex key={each.field.name} gap={3} alignItems="flex-start">
              <Box width="9rem" shrink={0} paddingTop={1}>
                <Typography variant="pi" textColor="neutral600">
                  {nestedFieldOf(field.labels, each.field)}
                </Typography>
              </Box>
              <Box flex="1" minWidth={0}>
                {children(each)}
              </Box>
            </Flex>
          ))}
        </Flex>
      )}
    </Box>
  );
}

/** Describes a row by some of its values, in one line. */
function useSummary(field: FieldInfo, names: Comparison['names']) {
  const { referenceOf, textOf } = useText();
  return (row: JsonObject, fields: FieldInfo[]): string =>
    fields
      .filter(({ nested }) => !nested)
      .map((each) =>
        each.kind === 'reference'
          ? itemsOf(row[each.name])
              .map((value) => referenceOf(uidOf(each, row), value, names))
              .join('、')
          : textOf(field.labels, each, row[each.name]),
      )
      .join(' · ');
}
