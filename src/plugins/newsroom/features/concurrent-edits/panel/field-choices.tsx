import { Flex } from '@strapi/design-system';
import type { Conflict, ConflictingField } from '../shared/conflict';
import { ConflictFields } from './conflict-fields';
import { FieldNotes } from './field-notes';
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
    {(field) => (
      <Flex direction="column" alignItems="flex-start" gap={3} width="18rem" shrink={0}>
        <FieldNotes field={field} />
        <SideRadio
          side={sides[field.name]}
          canKeepMine={conflict.mine !== null}
          choose={(side) => choose([field.name], side)}
        />
      </Flex>
    )}
  </ConflictFields>
);
