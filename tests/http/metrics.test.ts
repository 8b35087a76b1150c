import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { get, patch, post, testService } from '../support/client';
import { content, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';
import { growthOf, scrape, totalOf } from '../support/scrape';
import { sendTo } from '../support/send-to';
import { root } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
const ids = identifiersUpTo(8_950_000);
const REQUESTS = 'rostra_http_request_duration_seconds_count';

const metrics = () => scrape(testService.url);

/** Returns how much a metric grows while `work` runs. */
const growth = (name: string, labels: Record<string, string>, work: () => Promise<unknown>) =>
  growthOf(testService.url, name, labels, work);

describe('requests', () => {
  it('are counted by operation and status', async () => {
    const { id } = await make('tag');
    const counted = (operation: string, status: number, work: () => Promise<unknown>) =>
      growth(REQUESTS, { operation, status: String(status) }, work);
    expect(await counted('api::tag.tag.findOne', 200, () => get(`${TAGS}/${id}`))).toBe(1);
    expect(await counted('api::tag.tag.findOne', 404, () => get(`${TAGS}/2147483647`))).toBe(1);
    expect(await counted('api::tag.tag.create', 400, () => post(TAGS, {}))).toBe(1);
    expect(await counted('api::tag.tag.find', 401, () => get(TAGS, { as: 'public' }))).toBe(1);
    expect(await counted('unknown', 404, () => get('/console/nope'))).toBe(1);
    expect(await counted('/openapi.json', 200, () => get('/openapi.json'))).toBe(1);
    expect(await counted('strapi:other', 404, () => get('/nope'))).toBe(1);
    expect(await counted('strapi:content-manager', 401, () => get('/content-manager/content-types'))).toBe(1);
  });

  it('make no more series the more paths are asked for', async () => {
    const ask = async () => {
      for (const to of [
        '/console/lab/',
        '/console/lab/rs_tags/',
        '/',
        '/api/',
        '/admin/',
        '/uploads/',
        '/content-manager/',
      ])
        await get(`${to}${unique()}`);
    };
    const series = async () => (await metrics()).filter(({ name }) => name === REQUESTS).length;
    await ask();
    // A scrape adds a series for the metrics themselves.
    await series();
    const before = await series();
    for (let each = 0; each < 5; each += 1) await ask();
    expect(await series()).toBe(before);
  });

  it('report their duration', async () => {
    const labels = { operation: 'api::tag.tag.find', status: '200' };
    const start = performance.now();
    const sum = await growth('rostra_http_request_duration_seconds_sum', labels, () => get(TAGS));
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan((performance.now() - start) / 1000);
  });
});

it('reads report how they were answered, and each has looked up the versions', async () => {
  const tag = await make('tag');
  const read = (headers = {}) => get(`${TAGS}/${tag.id}`, { headers });
  const answered = (kind: string, work: () => Promise<unknown>) =>
    growth('rostra_reads_total', { answered: kind }, work);
  expect(await answered('read', () => read())).toBe(1);
  expect(await answered('kept', () => read())).toBe(1);
  const etag = (await read()).headers.get('etag') ?? '';
  expect(await answered('not_modified', () => read({ 'if-none-match': etag }))).toBe(1);
  await patch(`${TAGS}/${tag.id}`, { name: unique('標籤') });
  expect(await answered('read', () => read())).toBe(1);
  expect(await growth('rostra_version_lookups_total', { result: 'ok' }, () => read())).toBe(1);
  const samples = await metrics();
  expect(totalOf(samples, 'rostra_kept_answers')).toBeGreaterThan(0);
  expect(totalOf(samples, 'rostra_kept_answers_bytes')).toBeGreaterThan(0);
  expect(totalOf(samples, 'rostra_kept_answers_limit_bytes')).toBe(128 * 1024 * 1024);
});

it('pools, process, disk and build are reported', async () => {
  const samples = await metrics();
  expect(totalOf(samples, 'rostra_pool_limit', { pool: 'reads' })).toBe(10);
  expect(totalOf(samples, 'rostra_pool_limit', { pool: 'strapi' })).toBe(10);
  expect(totalOf(samples, 'rostra_pool_connections', { pool: 'lookups' })).toBe(1);
  expect(totalOf(samples, 'rostra_database_up')).toBe(1);
  expect(totalOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
  expect(totalOf(samples, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  expect(totalOf(samples, 'rostra_disk_free_bytes')).toBeGreaterThan(0);
  expect(totalOf(samples, 'rostra_disk_size_bytes')).toBeGreaterThan(totalOf(samples, 'rostra_disk_free_bytes'));
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const labels = { version, node: process.versions.node };
  expect(totalOf(samples, 'rostra_build_info', labels)).toBe(1);
});

it('a command’s import is counted when it is in the database', async () => {
  const count = async () => totalOf(await metrics(), 'rostra_batches_total', { kind: 'import' });
  const before = await count();
  const tags = JSON.stringify([{ id: ids(1)[0], name: unique('標籤') }]);
  const file = path.join(testService.dataDir, 'rs_tags.json');
  await writeFile(file, tags);
  const done = await content(['import', file]);
  expect([done.code, done.err]).toEqual([0, expect.anything()]);
  await waitFor(async () => (await count()) === before + 1);
});

it('the last backup is reported as soon as there is one, and so is its failure', async () => {
  const folder = path.join(testService.dataDir, 'backups');
  const file = path.join(folder, 'status.json');
  const backupMetrics = async () => {
    const samples = await metrics();
    const times = ['', 'archived_', 'verified_'].map((which) => `last_${which}timestamp_seconds`);
    return [...times, 'failed'].map((name) => totalOf(samples, `rostra_backup_${name}`));
  };
  await rm(file, { force: true });
  expect(await backupMetrics()).toEqual([0, 0, 0, 0]);
  await mkdir(folder, { recursive: true });
  const status = {
    lastBackupAt: '2026-11-21T14:03:00.000Z',
    lastArchivedAt: '2026-11-21T15:00:00Z',
    lastVerifiedAt: '2026-11-21T16:00:00Z',
  };
  await writeFile(file, JSON.stringify(status));
  expect(await backupMetrics()).toEqual([...Object.values(status).map((time) => Date.parse(time) / 1000), 0]);
  await writeFile(file, JSON.stringify({ ...status, lastError: 'the disk is full' }));
  expect((await backupMetrics()).at(-1)).toBe(1);
  await writeFile(file, '{');
  expect(await backupMetrics()).toEqual([0, 0, 0, 1]);
  await rm(file);
});

it('every metric of the dashboard exists', async () => {
  const dashboard = JSON.parse(await readFile(path.join(root, 'docs/grafana-dashboard.json'), 'utf8'));
  const expressions: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  expect(expressions.length).toBeGreaterThan(15);
  const named = expressions.flatMap((expression) => expression.match(/\b(rostra|process|nodejs)_\w+/g) ?? []);
  const existing = new Set((await metrics()).map(({ name }) => name));
  expect([...new Set(named)].filter((name) => !existing.has(name))).toEqual([]);
});

it('every metric of ours is documented', async () => {
  const text = await readFile(path.join(root, 'docs/monitoring.md'), 'utf8');
  const names = new Set((await metrics()).map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
  const ours = [...names].filter((name) => name.startsWith('rostra_'));
  expect(ours.length).toBeGreaterThan(15);
  expect(ours.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

describe('who may read the metrics', () => {
  const scrape = (url: string, headers: Record<string, string> = {}) => sendTo(`${url}/metrics`, { headers });

  it('this machine, but nobody behind a proxy', async () => {
    expect((await scrape(testService.url)).status).toBe(200);
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.9'],
      ['x-forwarded-proto', 'https'],
      ['forwarded', 'for=203.0.113.9'],
      ['via', '1.1 caddy'],
      ['x-real-ip', '203.0.113.9'],
    ] as const) {
      const answer = await scrape(testService.url, { [name]: value });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
    }
  });

  it('nobody by writing', async () => {
    expect((await sendTo(`${testService.url}/metrics`, { method: 'POST', body: {} })).status).toBe(405);
  });
});
