import { Badge, Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIntl } from 'react-intl';
import type { RollCallList } from '../../../../../domain/minutes';
import type { ListFindings } from './lists';

interface Props {
  list: RollCallList;
  ids: number[];
  /** The official number, if known. */
  total: number | undefined;
  findings: ListFindings;
  nameOf(id: number): string;
  onRemove(id: number): void;
}

/** One list of the vote, with its count and the official one. */
export function ListColumn({ list, ids, total, findings, nameOf, onRemove }: Props) {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: `newsroom.roll-call.${list}` });
  const isMatch = total === undefined || total === ids.length;
  return (
    <Box tag="section" flex="1" minWidth={0} aria-label={name} borderColor="neutral200" hasRadius>
      <Flex justifyContent="space-between" background="neutral100" padding={3}>
        <Typography tag="h3" variant="delta">
          {name}
        </Typography>
        <Badge
          role="status"
          backgroundColor={total === undefined ? 'neutral200' : isMatch ? 'success100' : 'danger100'}
          textColor={total === undefined ? 'neutral700' : isMatch ? 'success700' : 'danger700'}
        >
          {formatMessage(
            { id: total === undefined ? 'newsroom.roll-call.count' : 'newsroom.roll-call.count.of' },
            { count: ids.length, total },
          )}
        </Badge>
      </Flex>
      <Box tag="ul" padding={2} maxHeight="34rem" overflow="auto">
        {ids.map((id) => (
          <Flex tag="li" key={id} justifyContent="space-between" gap={2} paddingLeft={2}>
            <Typography ellipsis title={nameOf(id)}>
              {nameOf(id)}
            </Typography>
            <Flex gap={1} shrink={0}>
              {findings.duplicate.has(id) && <Mark text={formatMessage({ id: 'newsroom.roll-call.duplicate' })} />}
              {findings.seatless.has(id) && <Mark text={formatMessage({ id: 'newsroom.roll-call.seatless' })} />}
              <IconButton
                variant="ghost"
                size="XS"
                label={formatMessage({ id: 'newsroom.roll-call.remove' }, { name: nameOf(id), list: name })}
                onClick={() => onRemove(id)}
              >
                <Cross />
              </IconButton>
            </Flex>
          </Flex>
        ))}
      </Box>
    </Box>
  );
}

const Mark = ({ text }: { text: string }) => (
  <Badge size="S" backgroundColor="danger100" textColor="danger700">
    {text}
  </Badge>
);
