import {
  exactInteger,
  joinParts,
  ordinal,
  partial,
  phrase,
  ref,
  refersTo,
  text,
  utcText,
} from '../plugins/rostra/server/src/declare';

/** A reference to a data set of either kind, in the fields `{attribute}_type` and `{attribute}_id`. */
export const dataSet = <Attribute extends string>(attribute: Attribute) => ({
  attribute,
  options: { LAB_Bill_Data_Set: 'bill-data-set', LAB_Statement_Data_Set: 'statement-data-set' },
  names: { type: `${attribute}_type`, id: `${attribute}_id` } as const,
  isRequired: true,
  ignoresCase: true,
});

/** `勞動基準法修正草案 · 第9屆 · 1.0`. */
export const dataSetTitle = joinParts('name', phrase`第${'term_index'}屆`, 'version_no');

/** The fields of every data set, before its own. */
export const dataSetFields = {
  name: text().required(),
  version_no: text().required(),
  slug: text().means('slug'),
  term_index: ordinal().means('term').required(),
  start_date: utcText().means('termDate').required(),
  end_date: utcText().means('termDate').required(),
  st_id: ref('specific-topic').required(),
};

/** The filters of every data set, before its own. */
export const dataSetFilters = {
  name: partial('name', 'part of the name'),
  term: exactInteger('term_index', 'index of a term'),
  st: refersTo('st', 'identifier of a specific topic'),
};
