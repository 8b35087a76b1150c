import { endOf, NODE_TYPES, RECORD_KINDS, type RecordKind, TOPIC_RELATION } from '../../../shared/topic-map';

/** What of the map somebody may see. */
export interface Readable {
  kinds: RecordKind[];
  /** The kinds whose list of specific topics they may see. */
  members: ('general-topic' | 'act')[];
  hasRelations: boolean;
}

interface Rule {
  inverted?: boolean;
  conditions?: unknown;
}

/** What the panel's permissions of a person tell: the rules for an action on a field of a content type. */
export interface Ability {
  rulesFor(action: string, subject: string, field: string): Rule[];
}

const SHOWN: Record<RecordKind, string[]> = {
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

/** The parts of the map of which a person may read every record and every field that it shows. */
export function readableBy(ability: Ability): Readable {
  const may = (uid: string, fields: string[]) => fields.every((field) => mayReadField(ability, uid, field));
  const kinds = RECORD_KINDS.filter((kind) => may(NODE_TYPES[kind], SHOWN[kind]));
  const members = (['general-topic', 'act'] as const).filter(
    (kind) => kinds.includes(kind) && kinds.includes('specific-topic') && may(NODE_TYPES[kind], ['specific_topics']),
  );
  return { kinds, members, hasRelations: may(TOPIC_RELATION, RELATION_FIELDS) };
}

/** A permission with a condition is for some records only: the map does not know which, and leaves all of them out. */
const mayReadField = (ability: Ability, uid: string, field: string): boolean =>
  ability
    .rulesFor('plugin::content-manager.explorer.read', uid, field)
    .some(({ inverted, conditions }) => !inverted && !conditions);
