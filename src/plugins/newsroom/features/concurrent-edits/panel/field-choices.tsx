import { Flex } from '@strapi/design-system';
import { ChangeLine } from '../../history/panel/entry';
import type { Conflict, ConflictingField } from '../shared/conflict';
import { ConflictFields } from './conflict-fields';
import type { Side } from './save';
import { SideRadio } from './side-radio';

interface Props {
  conflict: Conflict;
  fields: ConflictingField[];
  sides: Record<string, Side>;
  choose(names: string[], side: Side): void;
}

/** Fields of which each has a choice of its own. */
export const FieldChoices = ({ conflict, fields, sides, choose }: Props) => (
  <ConflictFields conflict={conflict} fields={fields}>
    {({ name, changedBy }) => (
      <Flex direction="column" alignItems="flex-start" gap={3} width="18rem" shrink={0}>
        {changedBy && <ChangeLine change={changedBy} />}
        <SideRadio side={sides[name]} canKeepMine={conflict.mine !== null} choose={(side) => choose([name], side)} />
      </Flex>
    )}
  </ConflictFields>
);
