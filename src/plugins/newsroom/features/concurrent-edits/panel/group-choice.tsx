import { Box, Flex, Typography } from '@strapi/design-system';
import type { Conflict, ConflictGroup } from '../shared/conflict';
import { ConflictFields } from './conflict-fields';
import { FieldNotes } from './field-notes';
import type { Side } from './save';
import { SideRadio } from './side-radio';
import { useText } from './use-text';

interface Props {
  conflict: Conflict;
  group: ConflictGroup;
  sides: Record<string, Side>;
  choose(names: string[], side: Side): void;
}

/** Fields between whose values one chooses at once, because both together break a rule. */
export function GroupChoice({ conflict, group: { fields: names, isTheirsOnly }, sides, choose }: Props) {
  const { t } = useText();
  const fields = conflict.fields.filter(({ name }) => names.includes(name));
  return (
    <Box tag="section" aria-label={t('group')} borderColor="neutral200" hasRadius padding={4}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography variant="delta">{t('group')}</Typography>
        <Typography>{t(fields.some(({ isWhole }) => isWhole) ? 'group.hint.whole' : 'group.hint')}</Typography>
        <ConflictFields conflict={conflict} fields={fields}>
          {(field) => (
            <Box width="18rem" shrink={0}>
              <FieldNotes field={field} />
            </Box>
          )}
        </ConflictFields>
        {isTheirsOnly && <Typography textColor="danger600">{t('group.theirsOnly')}</Typography>}
        <SideRadio
          side={sides[names[0] ?? '']}
          canKeepMine={conflict.mine !== null && !isTheirsOnly}
          choose={(side) => choose(names, side)}
        />
      </Flex>
    </Box>
  );
}
