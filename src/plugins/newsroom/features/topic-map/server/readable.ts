import { type Ability, may } from '../../../server/permissions';
import { endOf, NODE_TYPES, RECORD_KINDS, type RecordKind, TOPIC_RELATION } from '../shared/topic-map';

/** The parts of the map that a person may see. */
export interface Readable {
  kinds: RecordKind[];
  /** The kinds whose lists of specific topics they may see. */
  members: ('general-topic' | 'act')[];
  hasRelations: boolean;
}

const REQUIRED_FIELDS: Record<RecordKind, string[]> = {
  'general-topic': ['title'],
  'specific-topic': ['title'],
  act: ['title'],
  bill: ['date', 'act'],
  vote: ['title', 'date'],
};

const RELATION_FIELDS = [
  ...(['from', 'to'] as const).flatMap((side) => [
    ...RECORD_KINDS.map((kind) => endOf(side, kind)),
    `${side}_other_type`,
    `${side}_other_id`,
  ]),
  'is_directional',
  'weight',
  'description',
];

/**
 * Returns the parts of the map of which a person may read every record and every displayed field. Ignores permissions with
 * a condition: the map does not check single records.
 */
export function readableBy(ability: Ability): Readable {
  const reads = (uid: string, fields: string[]) => may(ability, 'read', uid, ...fields);
  const kinds = RECORD_KINDS.filter((kind) => reads(NODE_TYPES[kind], REQUIRED_FIELDS[kind]));
  const members = (['general-topic', 'act'] as const).filter(
    (kind) => kinds.includes(kind) && kinds.includes('specific-topic') && reads(NODE_TYPES[kind], ['specific_topics']),
  );
  return { kinds, members, hasRelations: reads(TOPIC_RELATION, RELATION_FIELDS) };
}
