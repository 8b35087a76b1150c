import { Button, Flex, Typography } from '@strapi/design-system';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { Json, JsonObject } from '../../../../../common/json';
import type { Comparison, FieldInfo } from '../shared/history';
import { itemsOf, rowsOf, uidOf } from '../shared/values';
import { compareLists, compareTexts, foldTexts, isEmpty, type Part } from './differences';
import { Added, Removed, Value } from './marks';
import { RowsComparison } from './rows-comparison';
import { useText } from './use-text';

interface Props {
  /** The content type or component of the field. */
  uid: string | undefined;
  field: FieldInfo;
  /** The records or rows with the field; null where there is none. */
  before: JsonObject | null;
  after: JsonObject | null;
  names: Comparison['names'];
}

/** What a change did to one field. */
export function FieldComparison({ uid, field, before, after, names }: Props): ReactNode {
  const { textOf } = useText();
  const [old, current] = [before?.[field.name] ?? null, after?.[field.name] ?? null];
  if (field.nested)
    return (
      <RowsComparison field={field} before={rowsOf(old)} after={rowsOf(current)} names={names}>
        {(nested, from, to) => (
          <FieldComparison uid={field.labels} field={nested} before={from} after={to} names={names} />
        )}
      </RowsComparison>
    );
  if (field.kind === 'reference')
    return (
      <References
        field={field}
        before={before}
        after={after}
        names={names}
        isList={[old, current].some(Array.isArray)}
      />
    );
  if (field.kind === 'text' && !isEmpty(old) && !isEmpty(current))
    return <Texts before={String(old)} after={String(current)} />;
  const [from, to] = [textOf(uid, field, old), textOf(uid, field, current)];
  return <Replacement from={before && from} to={after && to} />;
}

/** Before → after; only one of them for a record or row that is new or gone. */
function Replacement({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <Value>
      {from !== null && <Removed>{from}</Removed>}
      {from !== null && to !== null && ' → '}
      {to !== null && <Added>{to}</Added>}
    </Value>
  );
}

function Texts({ before, after }: { before: string; after: string }) {
  const { t } = useText();
  const [isWhole, setIsWhole] = useState(false);
  const parts = useMemo(() => compareTexts(before, after), [before, after]);
  const folded = useMemo(() => foldTexts(parts), [parts]);
  const isFolded = folded.includes(null);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Value>
        {(isWhole ? parts : folded).map((part, index) => (
          <Fragment key={index}>
            {part ? <Passage part={part} /> : <Typography textColor="neutral500"> …… </Typography>}
          </Fragment>
        ))}
      </Value>
      {isFolded && (
        <Button variant="ghost" size="S" onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'text.fold' : 'text.whole')}
        </Button>
      )}
    </Flex>
  );
}

const Passage = ({ part: { value, state } }: { part: Part<string> }) =>
  state === 'removed' ? <Removed>{value}</Removed> : state === 'added' ? <Added>{value}</Added> : value;

function References({ field, before, after, names, isList }: Omit<Props, 'uid'> & { isList: boolean }) {
  const { t, referenceOf } = useText();
  const labelsIn = (row: JsonObject | null) =>
    itemsOf(row?.[field.name]).map((value): [Json, string] => [
      value,
      referenceOf(row ? uidOf(field, row) : undefined, value, names),
    ]);
  const [old, current] = [labelsIn(before), labelsIn(after)];
  if (!isList) {
    const single = (labels: [Json, string][]) => labels[0]?.[1] ?? t('value.none');
    return <Replacement from={before && single(old)} to={after && single(current)} />;
  }
  const labels = new Map([...old, ...current]);
  const parts = compareLists(
    old.map(([value]) => value),
    current.map(([value]) => value),
  );
  const changed = parts.filter(({ state }) => state !== 'same');
  const kept = parts.length - changed.length;
  if (parts.length === 0) return <Value>{t('value.none')}</Value>;
  return (
    <Flex tag="ul" direction="column" alignItems="flex-start" gap={1}>
      {changed.map(({ value, state }) => (
        <Item key={`${state} ${value}`} state={state} label={labels.get(value) ?? String(value)} />
      ))}
      {kept > 0 && before && after && (
        <Typography tag="li" variant="pi" textColor="neutral600">
          {t('list.kept', { count: kept })}
        </Typography>
      )}
    </Flex>
  );
}

function Item({ state, label }: { state: Part<Json>['state']; label: string }) {
  const { t } = useText();
  const Mark = state === 'removed' ? Removed : state === 'added' ? Added : Fragment;
  return (
    <Flex tag="li" gap={2} alignItems="baseline">
      <Typography variant="pi" textColor="neutral600" style={{ flexShrink: 0 }}>
        {t(`list.${state}`)}
      </Typography>
      <Value>
        <Mark>{label}</Mark>
      </Value>
    </Flex>
  );
}
