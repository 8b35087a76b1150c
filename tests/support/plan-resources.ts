import { children, ref, refs, rows, text } from '../../src/plugins/rostra/server/src/fields';
import type { Source, SourceRecord } from '../../src/plugins/rostra/server/src/import/record';
import { register } from '../../src/plugins/rostra/server/src/resource/registry';
import { defineResource, type Resource } from '../../src/plugins/rostra/server/src/resource/resource';

/** Builds the part of a content type that declarations use. */
const contentType = <Attributes extends object>(singularName: string, attributes: Attributes) => ({
  info: { singularName },
  attributes,
});

const TOPIC = { target: 'api::topic.topic' };

/** Resources for unit tests of plans: topics have questions as children, and reports refer to both. */
export const topic = defineResource(
  contentType('topic', { title: {}, content: {}, related: TOPIC, questions: { target: 'api::question.question' } }),
  {
    path: '/topics',
    names: ['title'],
    fields: {
      title: text().required(),
      content: text(),
      related: refs('topic'),
      questions: children({ kind: 'question', parent: 'st', match: 'question', fields: { question: text() } }),
    },
    row: [],
  },
);

export const question = defineResource(contentType('question', { question: {}, st: TOPIC }), {
  path: '/questions',
  fields: { question: text(), st: ref('topic') },
  row: [],
});

export const report = defineResource(
  contentType('report', {
    title: {},
    topic: TOPIC,
    questions: { target: 'api::question.question' },
    rows: { component: 'report.row' },
  }),
  {
    path: '/reports',
    fields: { title: text(), topic: ref('topic'), questions: refs('question'), rows: rows({ topic: ref('topic') }) },
    row: [],
  },
);

/** Registers these resources. */
export const registerPlanResources = (): void =>
  register({ resources: [topic, question, report], views: [], endpoints: [] });

/** Builds a source with these values as its records. */
export function sourceOf(resource: Resource, values: unknown[], label = `${resource.name}.json`): Source {
  const records = recordsOf(values);
  return {
    resource,
    label,
    bytes: 0,
    async *records() {
      yield* records;
    },
  };
}

/** Numbers values as the records of a source. */
export const recordsOf = (values: unknown[]): SourceRecord[] =>
  values.map((value, index) => ({ record: index + 1, value }));
