import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { JsonObject } from '../../../../../common/json';
import type { Difference } from '../shared/difference-of';
import { isEmpty } from '../shared/differences';
import type { Comparison, FieldInfo } from '../shared/history';
import { FieldComparison } from './field-comparison';
import type { ListedItem } from './marks';
import { useText } from './use-text';

interface TableProps {
  uid: string;
  fields: FieldInfo[];
  before: JsonObject | null;
  after: JsonObject | null;
  names: Comparison['names'];
  /** What the server has compared already, by the names of fields. */
  differences?: Record<string, Difference>;
  /** What to say of an item of a list instead of what became of it; undefined if nothing else. */
  noteOf?(field: FieldInfo, item: ListedItem): string | undefined;
  children?(field: FieldInfo): ReactNode;
}

/** The fields of a record before and after a change; of a new or deleted one those with a value. */
export function FieldTable({ uid, fields, before, after, names, differences, noteOf, children }: TableProps) {
  const { fieldOf } = useText();
  const shown = fields.filter(
    ({ name }) =>
      differences?.[name] ||
      (before !== null && after !== null) ||
      !(isEmpty(before?.[name]) && isEmpty(after?.[name])),
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={0}>
      {shown.map((field) => {
        const label = fieldOf(uid, field);
        return (
          <Flex
            key={field.name}
            tag="section"
            aria-label={label}
            gap={4}
            alignItems="flex-start"
            paddingTop={3}
            paddingBottom={3}
            borderStyle="solid"
            borderWidth="1px 0 0 0"
            borderColor="neutral150"
          >
            <Box width="14rem" shrink={0}>
              <Typography variant="omega" fontWeight="semiBold" textColor="neutral700">
                {label}
              </Typography>
            </Box>
            <Box flex="1" minWidth={0}>
              <FieldComparison
                uid={uid}
                field={field}
                before={before}
                after={after}
                names={names}
                difference={differences?.[field.name]}
                noteOf={noteOf && ((item) => noteOf(field, item))}
              />
            </Box>
            {children?.(field)}
          </Flex>
        );
      })}
    </Flex>
  );
}
