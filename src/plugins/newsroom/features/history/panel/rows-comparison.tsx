import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { isEqual, type JsonObject } from '../../../../../common/json';
import type { Comparison, FieldInfo } from '../shared/history';
import { itemsOf, uidOf } from '../shared/values';
import { isEmpty, matchRows, type RowPair } from './differences';
import { useText } from './use-text';

interface Props {
  field: FieldInfo;
  /** Renders what a change did to one field of a row. */
  children: (field: FieldInfo, before: JsonObject | null, after: JsonObject | null) => ReactNode;
  before: JsonObject[];
  after: JsonObject[];
  names: Comparison['names'];
}

/** What a change did to the nested rows of a field: new, removed, changed and moved ones. */
export function RowsComparison({ field, before, after, names, children }: Props) {
  const { t } = useText();
  const pairs = matchRows(before, after);
  const changed = pairs.filter((pair) => pair.isMoved || !isEqual(pair.before, pair.after));
  const kept = pairs.length - changed.length;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      {changed.map((pair) => (
        <Row key={JSON.stringify([pair.before, pair.after])} field={field} pair={pair} names={names}>
          {children}
        </Row>
      ))}
      {kept > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {t('rows.kept', { count: kept })}
        </Typography>
      )}
    </Flex>
  );
}

interface RowProps extends Pick<Props, 'field' | 'names' | 'children'> {
  pair: RowPair;
}

function Row({ field, pair, names, children }: RowProps) {
  const { t, nestedFieldOf } = useText();
  const summarize = useSummary(field, names);
  const { before, after, isMoved } = pair;
  const fields = field.nested ?? [];
  const isSame = (name: string) => isEqual(before?.[name], after?.[name]);
  const state = !before ? 'added' : !after ? 'removed' : isEqual(before, after) ? 'moved' : 'changed';
  const row = after ?? before ?? {};
  const differing = fields.filter(({ name }) => !isSame(name) && !(isEmpty(before?.[name]) && isEmpty(after?.[name])));
  return (
    <Box borderColor="neutral200" hasRadius padding={3} tag="section" aria-label={t(`row.${state}`)}>
      <Flex gap={2} alignItems="baseline" paddingBottom={state === 'moved' ? 0 : 2}>
        <Typography
          variant="pi"
          fontWeight="bold"
          textColor={state === 'removed' ? 'danger700' : state === 'added' ? 'success700' : 'neutral700'}
          style={{ flexShrink: 0 }}
        >
          {t(`row.${state}`)}
          {isMoved && state === 'changed' ? t('row.andMoved') : ''}
        </Typography>
        <Typography variant="pi" textColor="neutral600" ellipsis>
          {summarize(
            row,
            state === 'changed' ? fields.filter(({ name }) => isSame(name)) : state === 'moved' ? fields : [],
          )}
        </Typography>
      </Flex>
      {state !== 'moved' && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          {differing.map((each) => (
            <Flex key={each.name} gap={3} alignItems="flex-start">
              <Box width="9rem" shrink={0} paddingTop={1}>
                <Typography variant="pi" textColor="neutral600">
                  {nestedFieldOf(field.labels, each)}
                </Typography>
              </Box>
              <Box flex="1" minWidth={0}>
                {children(each, before ?? null, after ?? null)}
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
      .filter(({ name, nested }) => !nested && !isEmpty(row[name]))
      .map((each) =>
        each.kind === 'reference'
          ? itemsOf(row[each.name])
              .map((value) => referenceOf(uidOf(each, row), value, names))
              .join('、')
          : textOf(field.labels, each, row[each.name]),
      )
      .join(' · ');
}
