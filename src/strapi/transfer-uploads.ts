import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';
import { type Destination, findDestination } from './transfer-destination';

/** What receives an import or a transfer. */
interface Receiving extends Destination {
  /** The uploaded files, while an import replaces them. */
  uploads?: Uploads | undefined;
}

/** A file of an archive. */
interface Asset {
  metadata: { hash: string; ext: string };
}

/** A row of an uploaded file, or a smaller copy of a picture. */
interface Stored {
  hash: string;
  ext?: string | null;
  formats?: Record<string, Stored> | null;
}

/** The folder of uploaded files, in which an import in progress replaces those of its database. */
interface Uploads {
  folder: string;
  /** Where files wait whose names the archive has too. */
  aside: string;
  /** The files that the database knew before the import. */
  known: Set<string>;
  /** The files that the import wrote, and those among them that wait aside from before. */
  written: Set<string>;
  replaced: Set<string>;
  /** What is writing to the folder at the moment. */
  writing: Set<Promise<unknown>>;
  /** Set when the import fails: from then on it writes no more. */
  hasFailed: boolean;
}

/**
 * Lets imports and transfers replace the uploaded files where only the folder of uploads is writable, or a volume of its own:
 * in the container and under systemd. Strapi moves that whole folder beside itself, and leaves it there when the import fails. Here,
 * the files from before stay until the import is committed; those whose names the archive has too wait in a hidden folder, and return
 * when the import fails, once nothing more is being written: Strapi goes on with what it has queued. It removes only files that the
 * database knew before: others in the folder are of another service with the same folder, or were uploaded meanwhile. Needs `awaitCommit`.
 * Checked with Strapi 5.54.0.
 * @throws StartError when destinations of Strapi work in another way
 */
export function keepUploadsInPlace(providers: object): void {
  const steps = findDestination(providers, ['beforeTransfer', 'createAssetsWriteStream', 'rollback', 'commit']);
  const destination = steps.destination as Receiving;
  const { beforeTransfer, createAssetsWriteStream, rollback, commit } = destination;
  destination.beforeTransfer = async function (this: Receiving) {
    const { restore } = this.options;
    const isLocal = this.strapi.config.get('plugin::upload.provider') === 'local';
    if (!restore?.assets || !isLocal) return beforeTransfer.call(this);
    this.uploads = await uploadsOf(this);
    restore.assets = false;
    try {
      return await beforeTransfer.call(this);
    } finally {
      restore.assets = true;
    }
  };
  destination.createAssetsWriteStream = async function (this: Receiving) {
    const { uploads, transaction } = this;
    if (!uploads || !transaction) return createAssetsWriteStream.call(this);
    this.transaction = {
      ...transaction,
      attach: async (work) => {
        refuseAfterFailure(uploads);
        return transaction.attach((each) => whileUnfailed(uploads, () => work(each)));
      },
    };
    const stream = await createAssetsWriteStream.call(this).finally(() => {
      this.transaction = transaction;
    });
    // A file that is refused then ends it, which nobody else may be listening to.
    stream.on('error', () => undefined);
    const write = stream._write;
    stream._write = (asset: Asset, encoding, done) =>
      void whileUnfailed(uploads, () => makeWay(uploads, asset)).then(
        () => write.call(stream, asset, encoding, done),
        done,
      );
    return stream;
  };
  destination.rollback = async function (this: Receiving, ...args) {
    const { uploads } = this;
    this.uploads = undefined;
    if (uploads) await endWriting(uploads);
    try {
      return await rollback.apply(this, args);
    } finally {
      if (uploads) await putBack(uploads);
    }
  };
  destination.commit = async function (this: Receiving) {
    const failure = await commit.call(this).then(
      () => undefined,
      (error: Error) => error,
    );
    const { uploads } = this;
    this.uploads = undefined;
    if (uploads && failure) await afterFailedCommit(uploads, failure);
    if (failure) throw failure;
    if (uploads) await removeReplaced(uploads, (message) => this.onWarning?.(message));
  };
}

/** Lists the uploaded files that the database knows before an import. */
async function uploadsOf({ strapi }: Destination): Promise<Uploads> {
  const folder = path.join(strapi.dirs.static.public, 'uploads');
  const rows = await strapi.db.query('plugin::upload.file').findMany({ select: ['hash', 'ext', 'formats'] });
  return {
    folder,
    aside: path.join(folder, `.before-import-${Date.now()}`),
    known: new Set((rows as Stored[]).flatMap(namesOf).filter((name) => path.basename(name) === name)),
    written: new Set(),
    replaced: new Set(),
    writing: new Set(),
    hasFailed: false,
  };
}

/** The names of an uploaded file and its smaller copies. */
function namesOf({ hash, ext, formats }: Stored): string[] {
  return [`${hash}${ext ?? ''}`, ...Object.values(formats ?? {}).flatMap(namesOf)];
}

/** Writes to the folder, unless the import has failed. */
async function whileUnfailed<T>(uploads: Uploads, write: () => Promise<T>): Promise<T> {
  refuseAfterFailure(uploads);
  const result = write();
  uploads.writing.add(result);
  return result.finally(() => uploads.writing.delete(result));
}

function refuseAfterFailure({ hasFailed }: Uploads): void {
  if (hasFailed) throw new Error('the import has failed');
}

/** Lets a failed import write no more; waits for what it is writing. */
async function endWriting(uploads: Uploads): Promise<void> {
  uploads.hasFailed = true;
  await Promise.allSettled(uploads.writing);
}

/** Moves the file aside that one of the archive replaces. */
async function makeWay({ folder, aside, written, replaced }: Uploads, { metadata }: Asset): Promise<void> {
  const name = `${metadata.hash}${metadata.ext}`;
  if (!written.has(name) && existsSync(path.join(folder, name))) {
    await mkdir(aside, { recursive: true });
    await rename(path.join(folder, name), path.join(aside, name));
    replaced.add(name);
  }
  written.add(name);
}

/** Removes the files of the failed import, and moves those from before back. */
async function putBack({ folder, aside, written, replaced }: Uploads): Promise<void> {
  try {
    for (const name of written) {
      if (replaced.has(name)) await rename(path.join(aside, name), path.join(folder, name));
      else await rm(path.join(folder, name), { force: true });
    }
    await rm(aside, { recursive: true, force: true });
  } catch (error) {
    throw new Error(`files from before the import are in ${aside}; move them back: ${(error as Error).message}`);
  }
}

/** Puts files back after a COMMIT that failed; names both failures if that fails. Those of an import that may be written stay aside. */
async function afterFailedCommit(uploads: Uploads, error: Error): Promise<void> {
  if (isOutcomeUnknown(error.cause)) {
    if (uploads.replaced.size === 0) return;
    const advice = `Files from before the import are in ${uploads.aside}: move them back if the records are those from before, else remove it.`;
    throw new Error(`${error.message} ${advice}`, { cause: error });
  }
  await endWriting(uploads);
  await putBack(uploads).catch((failure: Error) => {
    throw new Error(`${error.message}; ${failure.message}`, { cause: error });
  });
}

/** Removes the files that a committed import replaced; warns of those that stay. */
async function removeReplaced(
  { folder, aside, known, written }: Uploads,
  warn: (message: string) => void,
): Promise<void> {
  const old = [...known].filter((name) => !written.has(name)).map((name) => path.join(folder, name));
  for (const file of [...old, aside])
    await rm(file, { recursive: true, force: true }).catch((error: Error) =>
      warn(`The import is complete, but what it replaced could not be removed: ${error.message}`),
    );
}
