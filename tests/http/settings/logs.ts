import { isObject, tryParseJson } from '../../../src/common/json';
import { create, get, send, sql, testService } from '../../support/client';
import { unique } from '../../support/factory';
import { sendTo } from '../../support/send-to';
import { waitFor } from '../../support/wait-for';
import { configured } from './configured';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACE = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

interface Line {
  time: string;
  level: string;
  message: string;
  requestId?: string;
  traceId?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  principal?: string;
}

const lines = (): Line[] => configured().log().split('\n').slice(0, -1).map(parse);

function parse(line: string): Line {
  const parsed = tryParseJson(line);
  if (!isObject(parsed)) throw new Error(`not a line of the log: ${line}`);
  return parsed as unknown as Line;
}

/** Returns the log lines of an answered request. */
async function linesOf(requestId: string): Promise<Line[]> {
  return waitFor(() => {
    const found = lines().filter((line) => line.requestId === requestId);
    return found.some(({ status }) => status !== undefined) && found;
  });
}

/** Returns the log line that every request has. */
async function accessOf(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Line | undefined> {
  const requestId = unique('request');
  const plain = requestId.replaceAll(/[^\w]/g, '');
  await sendTo(`${configured().url}${path}`, { method, headers: { 'x-request-id': plain, ...headers } });
  return (await linesOf(plain)).find(({ status }) => status !== undefined);
}

const editor = () => ({ authorization: `Bearer ${testService.tokens.editor}` });

it('every line is an object, also when the service starts', async () => {
  await get('/c0ngress/zones');
  const all = lines();
  expect(all.length).toBeGreaterThan(1);
  for (const { time, level, message } of all) {
    expect(new Date(time).toISOString()).toBe(time);
    expect(level).toMatch(/^[a-z]+$/);
    expect(message).not.toBe('');
  }
  expect(all.map(({ message }) => message)).toContain(`Rostra is up at ${configured().url}`);
});

it('a request is logged with its operation, outcome and account number', async () => {
  const tag = await create('/console/lab/rs_tags', { name: unique('標籤') });
  const [{ id } = { id: 0 }] = await sql(`select id from up_users where username = 'editor'`);
  expect(await accessOf(`/console/lab/rs_tags/${tag.id}?full`, { ...editor(), traceparent: TRACE })).toMatchObject({
    level: 'http',
    message: 'GET /console/lab/rs_tags/:id 200',
    traceId: TRACE_ID,
    method: 'GET',
    path: '/console/lab/rs_tags/:id',
    status: 200,
    ms: expect.any(Number),
    principal: `user:${id}`,
  });
  expect(await accessOf('/c0ngress/zones')).toMatchObject({ principal: 'public', status: 200 });
  expect(await accessOf('/console/nope/x')).toMatchObject({ path: 'unknown', status: 404 });
  const panel = { authorization: `Bearer ${testService.tokens.admin}` };
  expect(await accessOf('/content-manager/collection-types/api::tag.tag', panel)).toMatchObject({
    path: '/content-manager/collection-types/:model',
    status: 200,
    principal: expect.stringMatching(/^panel:\d+$/),
  });
});

it.each([
  ['none', undefined],
  ['of a version that never will be', TRACE.replace(/^00/, 'ff')],
  ['of no trace', TRACE.replace(TRACE_ID, '0'.repeat(32))],
  ['of no parent', TRACE.replace('00f067aa0ba902b7', '0'.repeat(16))],
  ['with more than version 0 has', `${TRACE}-00`],
  ['in capitals', TRACE.toUpperCase()],
])('a traceparent that is malformed counts as absent: %s', async (_, traceparent) => {
  const line = await accessOf('/c0ngress/zones', traceparent === undefined ? {} : { traceparent });
  expect(line).not.toHaveProperty('traceId');
});

it('a traceparent of a later version is understood', async () => {
  const traceparent = TRACE.replace(/^00/, '01');
  expect(await accessOf('/c0ngress/zones', { traceparent: `${traceparent}-what-is-new` })).toHaveProperty(
    'traceId',
    TRACE_ID,
  );
});

it('an error names its request, which the answer names', async () => {
  await sql('alter table gov_agencies rename to gov_agencies_away');
  const requestId = unique('broken').replaceAll(/[^\w]/g, '');
  try {
    const answer = await get(`/console/lab/gov_agencies?name=${requestId}`, {
      headers: { 'x-request-id': requestId, traceparent: TRACE },
    });
    expect([answer.status, answer.body]).toEqual([500, { statusCode: 500, message: 'INTERNAL_ERROR', id: requestId }]);
    expect(answer.headers.get('x-request-id')).toBe(requestId);
  } finally {
    await sql('alter table gov_agencies_away rename to gov_agencies');
  }
  const error = (await linesOf(requestId)).find(({ level }) => level === 'error');
  expect(error).toMatchObject({ requestId, traceId: TRACE_ID, message: expect.stringContaining('gov_agencies') });
});

it('an error at one of Strapi’s routes names its request as well', async () => {
  const requestId = unique('panel').replaceAll(/[^\w]/g, '');
  await sql('alter table gov_agencies rename to gov_agencies_away');
  try {
    const answer = await send('GET', '/content-manager/collection-types/api::gov-agency.gov-agency', undefined, {
      as: 'admin',
      headers: { 'x-request-id': requestId },
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, requestId]);
  } finally {
    await sql('alter table gov_agencies_away rename to gov_agencies');
  }
  expect((await linesOf(requestId)).find(({ level }) => level === 'error')?.message).toContain('gov_agencies');
});

it('names, addresses and tokens are in no line', async () => {
  const secret = unique('secret').replaceAll(/[^\w]/g, '');
  const address = `${secret}@example.org`;
  await accessOf(`/citizen/${secret}/emails?email=${address}`, editor());
  await accessOf(`/citizen/${secret}/emails/confirm_verification/${secret}`);
  await accessOf(`/citizen/${secret}/emails/confirm_verification?token=${secret}`);
  await accessOf(`/api/auth/email-confirmation?confirmation=${secret}`);
  await accessOf(`/admin/register?registrationToken=${secret}`);
  await accessOf(`/console/lab/reps?name=${secret}`, editor());
  await accessOf(`/${secret}`);
  await accessOf('/console/lab/rs_tags', { authorization: `Bearer ${secret}` });
  expect(configured().log()).not.toContain(secret);
  expect(configured().log()).not.toContain(testService.tokens.editor);
});
