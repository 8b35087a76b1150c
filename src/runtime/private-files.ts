import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFileSync } from '../common/files';

/**
 * Creates the data folder if it is missing. Others may pass through it (under root, PostgreSQL runs as its own user)
 * but not list it.
 */
export function ensureDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
}

/** Reads an object written by `writePrivateJson`; empty if the file does not exist. */
export function readPrivateJson<T extends object>(file: string): Partial<T> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<T>;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${String(error)}`);
  }
}

/** Replaces a file in one step; only its owner may read it. */
export function writePrivateJson(file: string, value: object): void {
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Replaces a file in one step; only its owner may read it. */
export function writePrivateFile(file: string, text: string): void {
  ensureDataDir(path.dirname(file));
  replaceFileSync(file, text, 0o600);
}
