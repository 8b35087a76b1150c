import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { strapi as transfers } from '@strapi/data-transfer';
import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** What receives an import or a transfer. */
interface Destination {
  strapi: Core.Strapi;
  options: { restore?: { assets?: boolean } };
  /** The folder of the files that an import in progress replaces. */
  setAside?: string | undefined;
}

interface Providers {
  createLocalStrapiDestinationProvider(options: object): object;
}

type Step = (this: Destination, ...args: unknown[]) => Promise<unknown>;

/**
 * Lets imports and transfers replace the uploaded files where only the folder of uploads is writable, or a volume of its own:
 * in the container and under systemd. Strapi moves that whole folder beside itself, and leaves it there when the import fails. Here,
 * the files stay in a hidden folder of uploads until the import has ended, and return when it fails. Checked with Strapi 5.54.0.
 * @throws StartError when destinations of Strapi work in another way
 */
export function keepUploadsInPlace(providers: object = transfers.providers): void {
  const destination = Object.getPrototypeOf(
    (providers as Providers).createLocalStrapiDestinationProvider({}),
  ) as Partial<Record<'beforeTransfer' | 'rollback' | 'close', Step>>;
  const { beforeTransfer, rollback, close } = destination;
  assertStrapiHas(beforeTransfer && rollback && close, 'steps of a transfer that replace uploaded files');
  destination.beforeTransfer = async function () {
    const { restore } = this.options;
    const isLocal = this.strapi.config.get('plugin::upload.provider') === 'local';
    if (!restore?.assets || !isLocal) return beforeTransfer.call(this);
    this.setAside = await setAside(path.join(this.strapi.dirs.static.public, 'uploads'));
    restore.assets = false;
    try {
      return await beforeTransfer.call(this);
    } finally {
      restore.assets = true;
    }
  };
  destination.rollback = async function (...args) {
    if (this.setAside) await putBack(this.setAside);
    this.setAside = undefined;
    return rollback.apply(this, args);
  };
  destination.close = async function () {
    const answer = await close.call(this);
    if (this.setAside) await rm(this.setAside, { recursive: true, force: true });
    this.setAside = undefined;
    return answer;
  };
}

/** Moves the files of a folder into a hidden folder in it, and returns that. */
async function setAside(folder: string): Promise<string> {
  const aside = path.join(folder, `.before-import-${Date.now()}`);
  const files = await filesOf(folder);
  await mkdir(aside);
  for (const name of files) await rename(path.join(folder, name), path.join(aside, name));
  return aside;
}

/** Removes the files of the failed import, and moves those from before back. */
async function putBack(aside: string): Promise<void> {
  const folder = path.dirname(aside);
  for (const name of await filesOf(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
  for (const name of await readdir(aside)) await rename(path.join(aside, name), path.join(folder, name));
  await rm(aside, { recursive: true });
}

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.'));
