import { Checkbox, Field, Flex, SingleSelect, SingleSelectOption, Textarea } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { RollCallList } from '../../../../../domain/minutes';
import { LISTS } from './lists';

interface Props {
  text: string;
  onText(text: string): void;
  first: RollCallList;
  onFirst(list: RollCallList): void;
  isReplacing: boolean;
  onReplacing(isReplacing: boolean): void;
}

/** The text of the minutes, with options for where its names go. */
export function Paste({ text, onText, first, onFirst, isReplacing, onReplacing }: Props) {
  const { formatMessage } = useIntl();
  return (
    <Flex alignItems="flex-start" gap={4}>
      <Flex direction="column" alignItems="stretch" flex="1">
        <Field.Root name="newsroom-roll-call-text" hint={formatMessage({ id: 'newsroom.roll-call.paste.hint' })}>
          <Field.Label>{formatMessage({ id: 'newsroom.roll-call.paste' })}</Field.Label>
          <Textarea
            value={text}
            rows={7}
            spellCheck={false}
            onChange={(event: React.ChangeEvent<HTMLTextAreaElement>) => onText(event.target.value)}
          />
          <Field.Hint />
        </Field.Root>
      </Flex>
      <Flex direction="column" alignItems="stretch" gap={4} width="28rem">
        <Field.Root name="newsroom-roll-call-first">
          <Field.Label>{formatMessage({ id: 'newsroom.roll-call.first' })}</Field.Label>
          <SingleSelect value={first} onChange={(value) => onFirst(value as RollCallList)}>
            {LISTS.map((list) => (
              <SingleSelectOption key={list} value={list}>
                {formatMessage({ id: `newsroom.roll-call.${list}` })}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Field.Root>
        <Checkbox checked={isReplacing} onCheckedChange={(value) => onReplacing(value === true)}>
          {formatMessage({ id: 'newsroom.roll-call.replace' })}
        </Checkbox>
      </Flex>
    </Flex>
  );
}
