import { Flex, Typography } from '@strapi/design-system';
import { nameOf, titleOf } from '../../../shared/panels';
import { FindingSentence } from '../../findings/panel/sentence';
import { When } from '../../history/panel/entry';
import { useText as useHistoryText } from '../../history/panel/use-text';
import type { NamedObstacle, Obstacle, ObstacleReason } from '../shared/obstacles';
import { useText } from './use-text';

/** Why a record stands in the way of an undo: in which field, and who has done that. */
export function ObstacleReasons({ obstacle: { uid, reasons } }: { obstacle: Obstacle }) {
  const { t, language } = useText();
  const { fieldOf } = useHistoryText();
  const named = ({ uid: kind, record }: NamedObstacle): string =>
    record ? titleOf(kind, record, language) : nameOf(kind, language);
  return reasons.map(({ kind, field, by, other, fault }) => (
    <Flex
      key={`${kind} ${field?.name} ${other?.uid} ${other?.record?.number} ${fault?.message}`}
      direction="column"
      alignItems="stretch"
    >
      <Typography variant="pi">
        {t(`obstacle.${kind}`, {
          field: field ? fieldOf(uid, field) : 'none',
          other: other ? named(other) : 'none',
        })}
      </Typography>
      {by && <Maker by={by} />}
      {fault && <FindingSentence {...fault} />}
    </Flex>
  ));
}

/** Who has done something, when, and how. */
function Maker({ by: { at, door, actor, batch } }: { by: NonNullable<ObstacleReason['by']> }) {
  const { t } = useText();
  const { t: ofHistory, actorOf } = useHistoryText();
  const how = [
    ...(door === 'panel' ? [] : [ofHistory(`door.${door}`)]),
    ...(batch === null ? [] : [t('applied.batch', { batch })]),
  ];
  return (
    <Typography variant="pi" textColor="neutral600">
      {actorOf(actor)} <When at={at} /> {how.join(t('change.comma'))}
    </Typography>
  );
}
