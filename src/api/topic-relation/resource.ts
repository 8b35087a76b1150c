import {
  boolean,
  booleanFilter,
  booleanText,
  defineResource,
  firstOf,
  integer,
  integerFilter,
  oneOf,
  phrase,
  related,
  shape,
  type TitlePart,
  text,
  textFilter,
  truncate,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/topic-relation/schema.json';
import { FROM, TO } from './nodes';
import { orientation } from './orientation';

/** In characters, so that the other end remains visible. */
const LONGEST_END = 58;

/** `工時 → 勞動基準法`; an end that is not a record appears with its type and number. */
const topicRelationTitle = phrase`${end('from')}${booleanText('is_directional', ' → ', ' — ')}${end('to')}`;

function end(side: 'from' | 'to'): TitlePart {
  const node = firstOf(
    related(`${side}_general_topic`, 'title'),
    related(`${side}_specific_topic`, 'title'),
    related(`${side}_act`, 'title'),
    related(`${side}_bill`, 'record_title'),
    related(`${side}_vote`, 'record_title'),
    phrase`${`${side}_other_type`} ${`${side}_other_id`}`,
  );
  return truncate(firstOf(node, phrase`?`), LONGEST_END);
}

export const topicRelation = defineResource(schema, {
  path: '/console/lab/topic_relations',
  title: topicRelationTitle,
  fields: {
    ...oneOf(FROM),
    ...oneOf(TO),
    is_directional: boolean().default(false),
    weight: integer(),
    description: text(),
  },
  filters: {
    from_type: textFilter('kind of the start node'),
    from_id: integerFilter('identifier of the start node'),
    to_type: textFilter('kind of the end node'),
    to_id: integerFilter('identifier of the end node'),
    search_directionally: booleanFilter('whether the direction must match the filters'),
  },
  filterGroups: [orientation],
  row: shape('from_type from_id to_type to_id is_directional weight description'),
  detail: shape('from_type from_id to_type to_id is_directional weight description'),
  full: shape('id'),
});
