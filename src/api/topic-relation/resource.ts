import {
  boolean,
  booleanFilter,
  defineResource,
  integer,
  integerFilter,
  oneOf,
  shape,
  text,
  textFilter,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/topic-relation/schema.json';
import { FROM, TO } from './nodes';
import { orientation } from './orientation';
import { topicRelationTitle } from './title';

export const topicRelation = defineResource(schema, {
  path: '/console/lab/topic_relations',
  title: topicRelationTitle,
  fields: {
    ...oneOf(FROM),
    ...oneOf(TO),
    is_directional: boolean().or(false),
    weight: integer(),
    description: text(),
  },
  filters: {
    from_type: textFilter('kind of the node at the start'),
    from_id: integerFilter('identifier of the node at the start'),
    to_type: textFilter('kind of the node at the end'),
    to_id: integerFilter('identifier of the node at the end'),
    search_directionally: booleanFilter('whether the filters hold as written only'),
  },
  filterGroups: [orientation],
  row: shape('from_type from_id to_type to_id is_directional weight description'),
  detail: shape('from_type from_id to_type to_id is_directional weight description'),
  full: shape('id'),
});
