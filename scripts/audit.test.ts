import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the audit offline, on the repository's files or on this lock file and list. */
function audit(packages?: Record<string, object>, list?: object) {
  const args = ['scripts/audit.mjs', '--offline'];
  const give = (option: string, content: object) => {
    const file = path.join(folder, `${option}.json`);
    writeFileSync(file, JSON.stringify(content));
    args.push(`--${option}`, file);
  };
  if (packages) give('lock', { packages: { '': { version: '0.0.1' }, ...packages } });
  if (list) give('list', { reviewed: '2026-01-01', advisories: [], minimums: [], ...list });
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, out: stdout, faults: stderr.trim().split('\n').filter(Boolean) };
}

const koa = (version: string) => ({ 'node_modules/koa': { version } });

describe('an audit without a registry', () => {
  it('finds nothing to fix in our own lock file', () => {
    expect(audit()).toMatchObject({ status: 0, faults: [], out: expect.stringContaining('0 to fix') });
  });

  it('fails for packages on the list, anywhere in the tree, and for those below a minimum', () => {
    const found = audit({ ...koa('2.16.1'), 'node_modules/@strapi/admin/node_modules/koa': { version: '2.16.0' } });
    expect([found.status, found.faults]).toEqual([
      1,
      [
        expect.stringMatching(/koa 2\.16\.0 \(node_modules\/@strapi\/admin\/node_modules\/koa\): CVE-2025-32379/),
        expect.stringContaining('at least 2.16.1 is needed'),
      ],
    ]);
    expect(audit({ 'node_modules/bcryptjs': { version: '2.4.3' } }).status).toBe(1);
    expect(audit({ 'node_modules/bcryptjs': { version: '3.0.3' } }).status).toBe(0);
  });

  it('recognises a package installed under another name', () => {
    expect(audit({ 'node_modules/web': { name: 'koa', version: '2.0.0' } }).status).toBe(1);
    expect(audit({ 'node_modules/koa': { name: 'other', version: '2.0.0' } }).status).toBe(0);
  });

  it.each([
    ['1.2.3', '<1.2.3', 0],
    ['1.2.2', '<1.2.3', 1],
    ['1.2.10', '<1.2.9', 0],
    ['1.2.3', '<=1.2.3', 1],
    ['1.2.3', '=1.2.3', 1],
    ['1.2.3', '>1.2.3', 0],
    ['2.5.0', '>=2.0.0 <3.0.0', 1],
    ['3.0.0', '>=2.0.0 <3.0.0', 0],
    ['0.9.0', '<1.0.0 || >=2.0.0 <2.1.0', 1],
    ['1.5.0', '<1.0.0 || >=2.0.0 <2.1.0', 0],
    ['3.0.0-alpha.4', '>=3.0.0-alpha.0 <3.0.0-alpha.5', 1],
    ['3.0.0-alpha.10', '>=3.0.0-alpha.0 <3.0.0-alpha.5', 0],
    ['3.0.0-beta', '>=3.0.0-alpha.0 <3.0.0-alpha.5', 0],
    ['3.0.0', '>=3.0.0-alpha.0 <3.0.0-alpha.5', 0],
    ['1.0.0+build', '<1.0.0', 0],
  ])('version %s in %s: %d', (version, range, status) => {
    const advisory = { id: 'X', package: 'koa', range, concerns: true, title: 'test' };
    expect(audit(koa(version), { advisories: [advisory] }).status).toBe(status);
  });

  it('reports what does not concern us, with the required reason', () => {
    const advisory = { id: 'X', package: 'koa', range: '<9.0.0', concerns: false, title: 'test' };
    const result = audit(koa('2.0.0'), { advisories: [{ ...advisory, note: 'never called' }] });
    expect([result.status, result.out]).toEqual([
      0,
      expect.stringMatching(/does not concern us: koa 2\.0\.0.*never called/),
    ]);
    expect(audit(koa('2.0.0'), { advisories: [advisory] }).status).toBe(1);
  });

  it('fails for a range that cannot be read', () => {
    const advisory = { id: 'X', package: 'koa', range: '^2.0.0', concerns: true, title: 'test' };
    expect(audit(koa('2.0.0'), { advisories: [advisory] }).status).not.toBe(0);
  });
});
