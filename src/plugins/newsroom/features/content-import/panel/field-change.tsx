import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { panelOf } from '../../../shared/panels';
import type { FieldChange, ReferencedRecord } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

const Deletion = styled.del`
  background: ${({ theme }) => theme.colors.danger100};
  color: ${({ theme }) => theme.colors.danger700};
  border-radius: 2px;
  padding: 0 2px;
`;
const Insertion = styled.ins`
  background: ${({ theme }) => theme.colors.success100};
  color: ${({ theme }) => theme.colors.success700};
  border-radius: 2px;
  padding: 0 2px;
  text-decoration: none;
`;
const Value = styled.span`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.6;
`;

interface Props {
  resource: ImportableResource | undefined;
  change: FieldChange;
  /** New records have no previous values. */
  isNew: boolean;
}

/** The change of one field: before → after. */
export function FieldView({ resource, change, isNew }: Props): ReactNode {
  const format = useFormat(resource, change.name);
  if (change.kind === 'text') {
    const { before, after, same } = change.text;
    if (isNew) return <Plain>{`${same[0]}${after}${same[1]}`}</Plain>;
    return (
      <Plain>
        {same[0]}
        {before && <Deletion>{before}</Deletion>}
        {after && <Insertion>{after}</Insertion>}
        {same[1]}
      </Plain>
    );
  }
  if (change.kind === 'records') return <Records {...change} isNew={isNew} />;
  const { before, after, isTime } = change;
  if (isNew) return <Plain>{format(after, isTime)}</Plain>;
  const [old, current] = Array.isArray(before) && Array.isArray(after) ? diffRows(before, after) : [before, after];
  return (
    <Plain>
      <Deletion>{format(old, isTime)}</Deletion>
      {' → '}
      <Insertion>{format(current, isTime)}</Insertion>
    </Plain>
  );
}

const Plain = ({ children }: { children: ReactNode }) => (
  <Typography tag="div">
    <Value>{children}</Value>
  </Typography>
);

function Records({ removed, added, kept, isNew }: Extract<FieldChange, { kind: 'records' }> & { isNew: boolean }) {
  const { t } = useText();
  const nameOf = ({ number, title }: ReferencedRecord) => title ?? (number < 0 ? t('change.new') : String(number));
  const list = (records: ReferencedRecord[]) => records.map(nameOf).join(t('change.comma'));
  if (isNew) return <Plain>{list(added)}</Plain>;
  return (
    <Plain>
      {removed.length > 0 && <Deletion>{list(removed)}</Deletion>}
      {removed.length > 0 && added.length > 0 && ' → '}
      {added.length > 0 && <Insertion>{list(added)}</Insertion>}
      {removed.length > 0 && added.length === 0 && ` → ${t('change.none')}`}
      {kept > 0 && <Typography textColor="neutral600">{` ${t('change.kept', { kept })}`}</Typography>}
    </Plain>
  );
}

/** The rows that only one of two lists has; both lists if only the order differs. */
function diffRows(before: unknown[], after: unknown[]): [unknown[], unknown[]] {
  const without = (rows: unknown[], others: unknown[]) => {
    const texts = new Set(others.map((row) => JSON.stringify(row)));
    return rows.filter((row) => !texts.has(JSON.stringify(row)));
  };
  const [removed, added] = [without(before, after), without(after, before)];
  return removed.length + added.length === 0 ? [before, after] : [removed, added];
}

/** Returns a function that formats the values of a field for people. */
function useFormat(
  resource: ImportableResource | undefined,
  name: string,
): (value: unknown, isTime: boolean) => string {
  const { t, language, formatDate } = useText();
  const attribute = resource?.fields.find((field) => field.name === name)?.attribute ?? name;
  const labels = resource && panelOf(resource.uid)?.fields[attribute]?.values;
  const row = (value: unknown): string =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value)
          .filter(([, each]) => each !== null && each !== '')
          .map(([key, each]) => `${key}: ${typeof each === 'object' ? JSON.stringify(each) : each}`)
          .join(', ')
      : String(value);
  return (value, isTime) => {
    if (value === null || value === undefined || value === '') return t('change.none');
    if (typeof value === 'boolean') return t(value ? 'change.yes' : 'change.no');
    if (isTime) {
      const ms = new Date(value as string | number).getTime();
      if (isDay(ms)) return formatDate(dayOf(ms) * DAY, { dateStyle: 'medium', timeZone: 'UTC' });
      return formatDate(ms, { dateStyle: 'medium', timeStyle: 'short' });
    }
    if (Array.isArray(value)) return value.length === 0 ? t('change.none') : value.map(row).join('\n');
    return labels?.[String(value)]?.[language] ?? row(value);
  };
}
