import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import dotenv from 'dotenv';
import { readSettings } from '../src/runtime/settings';

const root = path.resolve(__dirname, '..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const run = (command: string, args: string[], environment: Record<string, string> = {}) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...environment } });

describe('the secrets of deploy/make-env.sh', () => {
  const made = () => dotenv.parse(run('sh', ['deploy/make-env.sh'], { SITE_ADDRESS: 'rostra.example.net' }).stdout);

  it('are all that production requires, long, and distinct', () => {
    const values = made();
    const settings = readSettings(values);
    expect([settings.isProduction, settings.sampleData, values.SITE_ADDRESS]).toEqual([
      true,
      false,
      'rostra.example.net',
    ]);
    const secrets = [
      settings.appKeys,
      settings.apiTokenSalt,
      settings.adminJwtSecret,
      settings.transferTokenSalt,
      settings.encryptionKey,
      settings.jwtSecret,
      values.POSTGRES_PASSWORD,
    ].flat();
    expect(secrets).toHaveLength(8);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32,}$/);
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(values.POSTGRES_PASSWORD).toMatch(/^[A-Za-z0-9]+$/);
    expect(made().JWT_SECRET).not.toBe(values.JWT_SECRET);
  });
});

describe('the image', () => {
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, sources = '']) => sources.split(' '))
    .filter((source) => source !== '.');

  it('is built from files that exist and are not ignored', () => {
    const included = textOf('.dockerignore')
      .split('\n')
      .flatMap((line) => line.match(/^!(.+)/)?.[1] ?? []);
    expect(copied.length).toBeGreaterThan(8);
    for (const source of [...copied, 'config', 'src', 'scripts', 'database']) {
      expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
      const isThere = included.some((each) => source === each || source.startsWith(`${each}/`));
      expect([source, isThere]).toEqual([source, true]);
    }
  });

  it('contains the manifest of every plugin, without which Strapi skips it', () => {
    for (const plugin of readdirSync(path.join(root, 'src/plugins')))
      expect(copied).toContain(`src/plugins/${plugin}/package.json`);
  });

  it('does not run as root, and reports its health', () => {
    const [, last = ''] = textOf('Dockerfile').split(/^FROM \S+$/m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/livez`/m);
  });
});

describe('a command in production', () => {
  it('installs and compiles nothing', () => {
    const { status, stdout, stderr } = run(process.execPath, ['scripts/run.mjs', 'nothing'], {
      NODE_ENV: 'production',
    });
    expect([status, stdout, stderr]).toEqual([2, '', 'There is no command "nothing".\n']);
  });
});

describe('the units', () => {
  const units = ['rostra.service', 'rostra-backup.service', 'rostra-import.service'];

  it.each(units)('%s runs a compiled program, not as root', (name) => {
    const unit = textOf(`deploy/${name}`);
    expect(unit).toMatch(/^User=rostra$/m);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node dist\/src\/cli\/\w+\.js( import \$IMPORT --json)?$/m);
  });

  it('restart a service, but not one with wrong settings', () => {
    const unit = textOf('deploy/rostra.service');
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
  });
});

describe('deploy/backup.sh', () => {
  it('fails immediately where it may not write', () => {
    const { status, stdout, stderr } = run('sh', ['deploy/backup.sh'], {
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      BACKUP_DIR: path.join(root, 'package.json'),
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mkdir: .*\n?backup: FAILED\n$/s);
    expect(stderr).not.toMatch(/pg_dump/);
  });
});
