import {
  boolean,
  defineResource,
  fieldNames,
  jsonObject,
  range,
  shape,
  text,
  textList,
  uniqueIn,
  utcText,
} from '../../plugins/rostra/server/src/declare';
import { collaboratorRows, collaborators } from './collaborators';
import schema from './content-types/park-event/schema.json';

const fields = {
  status: text().in('record_status'),
  slug: text().means('slug').required(),
  type: text().required(),
  category: textList().required(),
  image: text(),
  tagline: text(),
  title: text().required(),
  before_title: text(),
  after_title: text(),
  description: text(),
  start_date: utcText(),
  end_date: utcText(),
  is_all_day: boolean(),
  location: jsonObject(),
  repeat_rules: jsonObject(),
  next_actions: jsonObject(),
  documentation: jsonObject(),
  related_content: jsonObject(),
  data: jsonObject(),
};

const record = shape('id', ...fieldNames(fields), { collaborators: collaboratorRows });

export const parkEvent = defineResource(schema, {
  path: '/console/park/events',
  name: 'park_events',
  paged: true,
  access: { list: 'public', read: 'public' },
  operations: ['list', 'read', 'create', 'update'],
  order: ['-start_date'],
  fields: { ...fields, collaborators },
  rules: [range('start_date', 'end_date'), uniqueIn('collaborators', 'entity')],
  row: record,
  detail: record,
});
