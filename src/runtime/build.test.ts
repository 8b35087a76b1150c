import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildOf } from './build';

test('a build is known by what was compiled and installed, and unknown without their records', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-build-'));
  const records = ['stamp', 'packages'].map((name) => path.join(folder, name));
  try {
    expect(buildOf(records)).toBeUndefined();
    for (const record of records) writeFileSync(record, 'one');
    const first = buildOf(records);
    expect(buildOf(records)).toBe(first);
    const others = records.map((record) => {
      writeFileSync(record, 'two');
      return buildOf(records);
    });
    expect(new Set([first, ...others]).size).toBe(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
