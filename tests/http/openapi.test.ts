import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { allRoutes } from '../../src/plugins/rostra/server/src/http/routes';
import { register } from '../../src/plugins/rostra/server/src/resource/registry';
import { endpoints, resources, views } from '../../src/resources';
import { send } from '../support/client';
import { type Description, operationsIn } from '../support/description';
import { checkerOf, type Exchange } from '../support/description-check';
import { examplesIn } from '../support/examples';
import { root } from '../support/service';

const ask = (method: string, at: string, headers: Record<string, string> = {}) =>
  send(method, at, undefined, { as: 'public', headers });

let source: string;
let description: Description;

beforeAll(async () => {
  ({ text: source } = await ask('GET', '/openapi.json'));
  description = JSON.parse(source);
});

/** An operation of the description. */
type Operation = Record<string, unknown> & { requestBody?: object; responses: Record<string, object> };

const operations = () =>
  operationsIn(description).map(({ value, ...each }) => ({ ...each, value: value as Operation }));

const operation = (method: string, at: string): Operation | undefined =>
  operations().find((each) => each.method === method && each.path === at)?.value;

describe('/openapi.json', () => {
  it('is open to everybody, and says when it has not changed', async () => {
    const answer = await ask('GET', '/openapi.json', { origin: 'https://console.example' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const again = await ask('GET', '/openapi.json', { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('HEAD', '/openapi.json')).text).toBe('');
    expect((await ask('POST', '/openapi.json')).status).toBe(405);
  });

  it('is without fault to a linter', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'component-name-unique': 'error',
        'info-contact': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-required-schema-properties-undefined': 'error',
        'operation-description': 'error',
        'operation-tag-defined': 'error',
        'parameter-description': 'error',
        'path-parameters-defined': 'error',
      },
    });
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('is what docs/openapi.json holds', async () => {
    const file = await readFile(path.join(root, 'docs', 'openapi.json'), 'utf8').catch(() => '');
    const isKept = file === `${JSON.stringify(description, null, 2)}\n`;
    expect(isKept ? 'the same' : 'another one: run npm run openapi').toBe('the same');
  });

  it('has every operation that is declared, and no other one', () => {
    register({ resources, views, endpoints });
    const declared = allRoutes()
      .filter(({ isAlias }) => !isAlias)
      .map((route) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = operations().map((each) => `${each.method} ${each.path}`);
    expect(described.sort()).toEqual(declared.sort());
  });

  it('says who may call an operation', () => {
    for (const { value } of operations()) {
      const roles = value['x-roles'] as string[];
      if (roles.includes('public')) expect(value.security).toEqual([]);
      else for (const role of roles) expect(value.description).toContain(`\`${role}\``);
    }
    expect(operation('GET', '/console/lab/rs_bills')?.['x-roles']).toEqual(['editor']);
    expect(operation('GET', '/citizen/{handle}/emails')?.['x-roles']).toEqual(['citizen', 'editor']);
    expect(operation('GET', '/comp/timelines')?.['x-roles']).toEqual(['public']);
  });

  it('marks what the specification does not have', () => {
    const marked = (method: string, at: string) => operation(method, at)?.['x-extension'] === true;
    for (const own of ['parties', 'reps', 'act_dirs', 'rs_tags', 'zones', 'term_sessions']) {
      expect([own, marked('GET', `/console/lab/${own}`)]).toEqual([own, true]);
    }
    expect(marked('GET', '/c0ngress/date_to_term')).toBe(true);
    for (const specified of ['/console/lab/rs_bills', '/comp/timelines', '/console/park/events']) {
      expect([specified, marked('GET', specified)]).toEqual([specified, false]);
    }
  });

  it('lists an error for everything that can go wrong with a write', () => {
    const { responses = {} } = operation('PATCH', '/console/lab/rs_bills/{id}') ?? {};
    const statuses = ['200', '400', '401', '403', '404', '409', '412', '413', '415', '429', '500', '503'];
    expect(Object.keys(responses).sort()).toEqual(statuses);
  });

  it('has examples that are valid, for every body and every good answer', () => {
    const { exemplified, faults } = examplesIn(description);
    expect(faults).toEqual([]);
    for (const { method, path: at, value } of operations()) {
      const bodies = [...(value.requestBody ? [value.requestBody] : []), ...Object.values(value.responses)].filter(
        (body) => 'content' in body,
      );
      for (const body of bodies) expect([method, at, exemplified.has(body)]).toEqual([method, at, true]);
    }
  });

  it('speaks in the words of the domain', () => {
    const { responses } = operation('GET', '/console/lab/rs_bills') ?? {};
    expect(JSON.stringify(responses)).toContain('#/components/examples/BillList');
    expect(JSON.stringify(description.components.examples.BillList)).toContain('勞動基準法');
  });
});

describe('a test fails', () => {
  const exchange = (changes: Partial<Exchange>): Exchange => ({
    method: 'GET',
    path: '/c0ngress/zones',
    status: 200,
    headers: new Headers({ 'content-type': 'application/json; charset=utf-8', etag: '"1"' }),
    text: '{"rows":[],"totalRowCount":0}',
    ...changes,
  });
  let checker: ReturnType<typeof checkerOf> | undefined;
  const check = (changes: Partial<Exchange>) => () => {
    checker ??= checkerOf(description);
    checker(exchange(changes));
  };

  it('not for an answer as it is described', () => {
    expect(check({})).not.toThrow();
    expect(check({ status: 304, text: '' })).not.toThrow();
    expect(check({ method: 'HEAD', text: '' })).not.toThrow();
    expect(
      check({ path: '/console/nope', status: 404, text: '{"statusCode":404,"message":"NOT_FOUND"}' }),
    ).not.toThrow();
  });

  it.each([
    ['an operation that is not described', { path: '/c0ngress/nope' }],
    ['a method that is not described', { method: 'POST' }],
    ['another spelling of a path that is not said to be one', { path: '/console/lab/bill_data_set' }],
    ['a status that is not described', { status: 202 }],
    ['a field too many', { text: '{"rows":[],"totalRowCount":0,"more":1}' }],
    ['a field that is missing', { text: '{"rows":[]}' }],
    ['another type of content', { headers: new Headers({ 'content-type': 'text/html', etag: '"1"' }) }],
    ['a header that is missing', { headers: new Headers({ 'content-type': 'application/json' }) }],
    ['a body where there is none', { status: 304 }],
    ['an error of another shape', { path: '/console/nope', status: 404, text: '{"error":"NOT_FOUND"}' }],
  ])('for %s', (_, changes) => {
    expect(check(changes)).toThrow();
  });

  it('fails for a wrong answer of an alias, not for the alias', () => {
    const alias = { path: '/console/lab/bill_data_set', isAlias: true };
    expect(check(alias)).not.toThrow();
    expect(check({ ...alias, text: '{"rows":[]}' })).toThrow();
  });
});
