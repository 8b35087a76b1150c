import {
  defineResource,
  epochMs,
  exactText,
  exactTimestamp,
  jsonObject,
  partial,
  shape,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/timeline-event/schema.json';

const shown = 'status slug date type image tagline title content link data';

export const timelineEvent = defineResource(schema, {
  path: '/console/comp/timeline_events',
  paths: { remove: '/console/lab/timeline_events' },
  readAliases: ['/console/lab/timeline_events'],
  paged: true,
  order: ['-date'],
  timestamps: 'epochMs',
  names: ['title', 'slug'],
  fields: {
    status: text().required().in('record_status'),
    slug: text().means('slug').required(),
    date: epochMs().required(),
    type: text().required(),
    image: text(),
    tagline: text(),
    title: text().required(),
    content: text(),
    link: text().means('link'),
    data: jsonObject(),
  },
  filters: {
    date: exactTimestamp('date', 'point in time'),
    type: exactText('type', 'type of the event'),
    q: partial(['tagline', 'title', 'content'], 'part of the tagline, the title or the content'),
  },
  row: shape(shown),
  full: shape('id'),
});
