import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { panelOf } from '../../../shared/panels';
import type { FieldChange, Named } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

const Gone = styled.del`
  background: ${({ theme }) => theme.colors.danger100};
  color: ${({ theme }) => theme.colors.danger700};
  border-radius: 2px;
  padding: 0 2px;
`;
const Come = styled.ins`
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
  of: ImportableResource | undefined;
  change: FieldChange;
  /** A new record has no before. */
  isNew: boolean;
}

/** What becomes of one field: before → after. */
export function FieldView({ of, change, isNew }: Props): ReactNode {
  const show = useShow(of, change.name);
  if (change.kind === 'text') {
    const { before, after, same } = change.text;
    if (isNew) return <Plain>{`${same[0]}${after}${same[1]}`}</Plain>;
    return (
      <Plain>
        {same[0]}
        {before && <Gone>{before}</Gone>}
        {after && <Come>{after}</Come>}
        {same[1]}
      </Plain>
    );
  }
  if (change.kind === 'records') return <Records {...change} isNew={isNew} />;
  const { before, after, isTime } = change;
  if (isNew) return <Plain>{show(after, isTime)}</Plain>;
  const [gone, come] = Array.isArray(before) && Array.isArray(after) ? differing(before, after) : [before, after];
  return (
    <Plain>
      <Gone>{show(gone, isTime)}</Gone>
      {' → '}
      <Come>{show(come, isTime)}</Come>
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
  const name = ({ number, title }: Named) => title ?? (number < 0 ? t('change.new') : String(number));
  const list = (named: Named[]) => named.map(name).join(t('change.comma'));
  if (isNew) return <Plain>{list(added)}</Plain>;
  return (
    <Plain>
      {removed.length > 0 && <Gone>{list(removed)}</Gone>}
      {removed.length > 0 && added.length > 0 && ' → '}
      {added.length > 0 && <Come>{list(added)}</Come>}
      {removed.length > 0 && added.length === 0 && ` → ${t('change.none')}`}
      {kept > 0 && <Typography textColor="neutral600">{` ${t('change.kept', { kept })}`}</Typography>}
    </Plain>
  );
}

/** Of two lists of rows, those that the other one does not have; both where only the order differs. */
function differing(before: unknown[], after: unknown[]): [unknown[], unknown[]] {
  const without = (rows: unknown[], others: unknown[]) => {
    const texts = new Set(others.map((row) => JSON.stringify(row)));
    return rows.filter((row) => !texts.has(JSON.stringify(row)));
  };
  const [gone, come] = [without(before, after), without(after, before)];
  return gone.length + come.length === 0 ? [before, after] : [gone, come];
}

/** Writes a value as people read it. */
function useShow(of: ImportableResource | undefined, name: string): (value: unknown, isTime: boolean) => string {
  const { t, language, formatDate } = useText();
  const attribute = of?.fields.find((field) => field.name === name)?.attribute ?? name;
  const words = of && panelOf(of.uid)?.fields[attribute]?.values;
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
    return words?.[String(value)]?.[language] ?? row(value);
  };
}
