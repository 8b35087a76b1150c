import {
  defineResource,
  integer,
  joinParts,
  pick,
  ref,
  refersTo,
  related,
  rows,
  shape,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/act-feature/schema.json';

/** `勞動基準法 · 每七日的例假與休息日`. */
const actFeatureTitle = joinParts(related('act', 'title'), 'feature');

const references = {
  st: pick('st', 'id title image index'),
  act: pick('act', 'id title official_seq_no'),
  act_dir: pick('act_dir', 'id name'),
};

export const actFeature = defineResource(schema, {
  path: '/console/lab/act_features',
  title: actFeatureTitle,
  isExtension: true,
  paged: true,
  names: { fields: ['feature'], scope: ['act'], tieBreakers: ['st', 'act_dir'] },
  fields: {
    st: ref('specific-topic').required(),
    act: ref('act').required(),
    act_dir: ref('act-dir'),
    feature: text().required(),
    dir: text(),
    content: text(),
    scale_score_max: integer(),
    scale: rows({ score: integer().required(), description: text().required() }),
  },
  filters: {
    st: refersTo('st', 'identifier of a specific topic'),
    act: refersTo('act', 'identifier of an act'),
    act_dir: refersTo('act_dir', 'identifier of an act direction'),
  },
  row: shape('id', references, 'feature dir'),
  detail: shape('id', references, 'feature dir content scale_score_max scale'),
});
