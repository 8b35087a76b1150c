import { Button, Flex, Typography } from '@strapi/design-system';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { JsonObject } from '../../../../../common/json';
import { type Difference, differenceOf } from '../shared/difference-of';
import { foldTexts, isEmpty, type Part } from '../shared/differences';
import type { Comparison, FieldInfo } from '../shared/history';
import { Added, type ListedItem, Removed, Value } from './marks';
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
  /** What the server has compared already, and shortened. */
  difference?: Difference | undefined;
  /** What to say of an item of a list instead of what became of it; undefined if nothing else. */
  noteOf?: ((item: ListedItem) => string | undefined) | undefined;
}

/** What a change did to one field. */
export function FieldComparison({ field, before, after, difference: found, ...rest }: Props): ReactNode {
  const difference = useMemo(() => found ?? differenceOf(field, before, after), [found, field, before, after]);
  return <DifferenceView {...rest} field={field} difference={difference} />;
}

type ViewProps<D = Difference> = Omit<Props, 'before' | 'after' | 'difference'> & { difference: D };
type Of<K extends Difference['kind']> = ViewProps<Extract<Difference, { kind: K }>>;

/** A difference that has been found already. */
function DifferenceView({ difference, ...rest }: ViewProps): ReactNode {
  switch (difference.kind) {
    case 'texts':
      return <Texts {...difference} />;
    case 'values':
      return <Replacement difference={difference} {...rest} />;
    case 'list':
      return <List difference={difference} {...rest} />;
    case 'rows':
      return (
        <RowsComparison {...difference} field={rest.field} names={rest.names} noteOf={rest.noteOf}>
          {(nested) => <DifferenceView uid={rest.field.labels} names={rest.names} {...nested} />}
        </RowsComparison>
      );
    case 'keys':
      return <Keys difference={difference} {...rest} />;
  }
}

/** Before → after; only one of them for a record or row that is new or gone, and only the new value where there was none. */
function Replacement({ difference: { before, after }, uid, field, names }: Of<'values'>) {
  const { itemTexts } = useText();
  const texts = itemTexts(
    uid,
    field,
    [before, after].flatMap((item) => item ?? []),
    names,
  );
  const isAddition = before && after && isEmpty(before.value) && !isEmpty(after.value);
  const [old, current] = [isAddition ? undefined : before && texts[0], after && texts.at(-1)];
  return (
    <Value>
      {old !== undefined && <Removed>{old}</Removed>}
      {old !== undefined && current !== undefined && ' → '}
      {current !== undefined && <Added>{current}</Added>}
    </Value>
  );
}

/** The places in an object that differ. */
function Keys({ difference: { keys, kept, more }, uid, names }: Of<'keys'>) {
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
      {keys.map(({ field, difference }) => (
        <Flex key={field.name} tag="li" gap={3} alignItems="baseline">
          <Typography variant="pi" textColor="neutral600" style={{ flexShrink: 0 }}>
            {field.name}
          </Typography>
          <DifferenceView uid={uid} field={field} difference={difference} names={names} />
        </Flex>
      ))}
      <Rest kept={kept} more={more} tag="li" />
    </Flex>
  );
}

function Texts({ parts }: { parts: Part<string>[] }) {
  const { t } = useText();
  const [isWhole, setIsWhole] = useState(false);
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

function List({ difference: { items, kept, more }, uid, field, names, noteOf }: Of<'list'>) {
  const { t, itemTexts } = useText();
  if (items.length + kept === 0) return <Value>{t('value.none')}</Value>;
  const texts = itemTexts(uid, field, items, names);
  const lines = field.kind === 'reference' && !noteOf ? chipsOf(items, texts) : undefined;
  if (lines)
    return (
      <Flex direction="column" alignItems="stretch" gap={1}>
        {lines.map(({ state, labels }) => (
          <Chips key={state} state={state} labels={labels} />
        ))}
        <Rest kept={kept} more={more} />
      </Flex>
    );
  return (
    <Flex tag="ul" direction="column" alignItems="flex-start" gap={1}>
      {items.map((item, index) => (
        <ListItem
          key={`${item.state} ${JSON.stringify(item.value)}`}
          state={item.state}
          label={texts[index] ?? ''}
          note={noteOf?.(item)}
        />
      ))}
      <Rest kept={kept} more={more} tag="li" />
    </Flex>
  );
}

/** How much of a list is not shown. */
function Rest({ kept, more, tag = 'p' }: { kept: number; more: number | undefined; tag?: 'li' | 'p' }) {
  const { t } = useText();
  return (
    <>
      {more !== undefined && <Typography tag={tag}>{t('rows.more', { count: more })}</Typography>}
      {kept > 0 && (
        <Typography tag={tag} variant="pi" textColor="neutral600">
          {t('list.kept', { count: kept })}
        </Typography>
      )}
    </>
  );
}

/** Names of a list by what became of them, in the order in which that is said. */
function chipsOf(items: ListedItem[], texts: string[]): { state: ListedItem['state']; labels: string[] }[] {
  const states = (['added', 'removed', 'moved'] as const).map((state) => ({
    state,
    labels: items.flatMap((item, index) => (item.state === state ? [texts[index] ?? ''] : [])),
  }));
  return states.filter(({ labels }) => labels.length > 0);
}

/** Names in a line. */
function Chips({ state, labels }: { state: ListedItem['state']; labels: string[] }) {
  const { t } = useText();
  const Mark = markOf(state);
  return (
    <Flex gap={2} alignItems="baseline">
      <Typography variant="pi" textColor="neutral600" style={{ flexShrink: 0 }}>
        {t(`list.${state}`)}
      </Typography>
      <Flex tag="ul" gap={1} wrap="wrap" aria-label={t(`list.${state}`)}>
        {labels.map((label, index) => (
          <Typography key={`${index} ${label}`} tag="li">
            <Mark>{label}</Mark>
          </Typography>
        ))}
      </Flex>
    </Flex>
  );
}

const markOf = (state: ListedItem['state']) => (state === 'removed' ? Removed : state === 'added' ? Added : Fragment);

function ListItem({ state, label, note }: { state: Part<unknown>['state']; label: string; note: string | undefined }) {
  const { t } = useText();
  const Mark = markOf(state);
  return (
    <Flex tag="li" gap={2} alignItems="baseline">
      <Typography variant="pi" textColor="neutral600" style={{ flexShrink: 0 }}>
        {note ?? t(`list.${state}`)}
      </Typography>
      <Value>
        <Mark>{label}</Mark>
      </Value>
    </Flex>
  );
}
