import { CHANGE_HEADER, ROWS_HEADER } from '../../../../../common/change-position';
import { followSaves, onSaved } from './saved';

const PATH = '/content-manager/collection-types/api::tag.tag';

it('tells who waits for a save of its request and of the document that the answer names', async () => {
  const heard: unknown[] = [];
  const answers = [
    Response.json({ data: { documentId: 'new1' } }),
    Response.json({}),
    Response.json({}, { status: 400 }),
  ];
  const fetch = async () => {
    const answer = answers.shift() ?? new Response();
    answer.headers.set('X-Request-Id', 'r1');
    if (answers.length === 2) answer.headers.set(CHANGE_HEADER, '7');
    if (answers.length === 2) answer.headers.set(ROWS_HEADER, '{"steps":[5]}');
    return answer;
  };
  Object.assign(globalThis, { window: { fetch } });
  followSaves();
  const documents: Promise<string | undefined>[] = [];
  const stop = onSaved((uid, documentId, { request, change, rows, document }) => {
    heard.push([uid, documentId, request, change, rows]);
    documents.push(document());
  });
  const answer = await window.fetch(PATH, { method: 'POST' });
  await window.fetch(`${PATH}/abc`, { method: 'PUT' });
  await window.fetch(`${PATH}/abc`, { method: 'PUT' });
  stop();
  expect(heard).toEqual([
    ['api::tag.tag', 'create', 'r1', 7, '{"steps":[5]}'],
    ['api::tag.tag', 'abc', 'r1', undefined, undefined],
  ]);
  expect(await Promise.all(documents)).toEqual(['new1', undefined]);
  expect(await answer.json()).toEqual({ data: { documentId: 'new1' } });
});
