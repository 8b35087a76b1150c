import { Box, Table, Tbody, Td, TextButton, Th, Thead, Tr, Typography } from '@strapi/design-system';
import type { ChangeAction } from '../shared/changes';
import type { Counts, ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

const COLUMNS = ['created', 'changed', 'removed', 'unchanged'] as const;
const COLORS = { created: 'success600', changed: 'primary600', removed: 'danger600', unchanged: 'neutral600' } as const;
const ACTIONS: Partial<Record<keyof Counts, ChangeAction>> = { created: 'create', changed: 'change' };

/** The changes that the page lists. */
export interface ChangeSelection {
  resource: string;
  action: ChangeAction;
}

interface Props {
  counts: Record<string, Counts>;
  resources: ImportableResource[];
  /** Whether the numbers open lists; a plan with faults has none. */
  hasChanges: boolean;
  selection: ChangeSelection | undefined;
  onSelect(selection: ChangeSelection): void;
}

/** Counts the records that a plan creates, changes, removes and leaves as they are; a number opens the list behind it. */
export function CountsTable({ counts, resources, hasChanges, selection, onSelect }: Props) {
  const { t, nameOf, formatNumber } = useText();
  const cell = (resource: string, column: keyof Counts, count: number) => {
    const action = ACTIONS[column];
    const number = (
      <Typography textColor={count > 0 ? COLORS[column] : 'neutral400'} fontWeight={count > 0 ? 'bold' : 'regular'}>
        {formatNumber(count)}
      </Typography>
    );
    if (!action || count === 0 || !hasChanges) return number;
    const isSelected = selection?.resource === resource && selection.action === action;
    return (
      <TextButton
        aria-label={t(`show.${action}`, { count, name: nameOf(resources, resource) })}
        aria-pressed={isSelected}
        onClick={() => onSelect({ resource, action })}
        style={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        {number}
      </TextButton>
    );
  };
  const rows = Object.entries(counts);
  return (
    <Box overflow="auto">
      <Table colCount={5} rowCount={rows.length + 1}>
        <Thead>
          <Tr>
            <Th>
              <Typography variant="sigma">{t('counts.kind')}</Typography>
            </Th>
            {COLUMNS.map((column) => (
              <Th key={column}>
                <Typography variant="sigma">{t(`counts.${column}`)}</Typography>
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {rows.map(([resource, count]) => (
            <Tr key={resource}>
              <Td>
                <Typography>{nameOf(resources, resource)}</Typography>
              </Td>
              {COLUMNS.map((column) => (
                <Td key={column}>{cell(resource, column, count[column])}</Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Box>
  );
}
