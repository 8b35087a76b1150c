import path from 'node:path';
import type { Writable } from 'node:stream';
import type { JsonObject } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { type Run, snapshot } from '../store/database';
import { countOf } from '../store/selection';
import { type Draft, draftFile } from './drafts';
import { describeFailure, ExportError } from './export-error';
import { type ExportFormat, FORMATS, type FormatOptions } from './formats';
import { type Chosen, readRecords } from './read';

/** Told as the work goes on: how many records of a resource are written, of how many. */
export type ExportProgress = (of: Resource, records: number, total: number) => void;

/** What is exported, and how. */
export interface ExportRequest extends FormatOptions {
  chosen: Chosen[];
  format: ExportFormat;
  progress?: ExportProgress;
}

/** What became of one resource. */
export interface ExportedResource {
  of: Resource;
  records: number;
  /** What an import would refuse, the first of it: `rs_bills 12: content: …`. It came into the database past the rules. */
  faults: string[];
  faultCount: number;
  /** Where its records are now, unless they were written to a stream. */
  file?: string;
  bytes: number;
}

/**
 * Writes each resource into a file named after it (`rs_bills.csv`), all as they stood at one moment, so that the folder can
 * be imported. Files get their names when all of them are whole: until then the older ones stay. Errors: ExportError.
 */
export const exportToFolder = (request: ExportRequest, folder: string): Promise<ExportedResource[]> =>
  snapshot(async (run) => {
    const drafts: Draft[] = [];
    const exported: ExportedResource[] = [];
    try {
      for (const chosen of request.chosen) {
        const told = newlyExported(chosen.of);
        const file = path.join(folder, `${chosen.of.name}.${request.format}`);
        const draft = await draftFile(file, contentOf(request, chosen, told, run));
        drafts.push(draft);
        exported.push({ ...told, file, bytes: draft.bytes });
      }
      for (const draft of drafts) await draft.commit();
    } finally {
      for (const draft of drafts) await draft.discard();
    }
    return exported;
  });

/** Writes one resource to a stream, which stays open. Errors: ExportError for several. */
export const exportToStream = (request: ExportRequest, stream: Writable): Promise<ExportedResource[]> =>
  snapshot(async (run) => {
    const [chosen, ...others] = request.chosen;
    if (!chosen || others.length > 0) throw new ExportError('Only one resource can be written to standard output.', 2);
    const exported = newlyExported(chosen.of);
    for await (const part of contentOf(request, chosen, exported, run)) {
      exported.bytes += Buffer.byteLength(part);
      if (!(await isTaken(stream, part))) break;
    }
    return [exported];
  });

const newlyExported = (of: Resource): ExportedResource => ({ of, records: 0, faults: [], faultCount: 0, bytes: 0 });

/** How many faults of a resource are told. */
const MOST_FAULTS = 20;

/** The content of a file; counts records and notes faults as it goes on. */
async function* contentOf(
  { format, progress, hasMark }: ExportRequest,
  chosen: Chosen,
  exported: ExportedResource,
  run: Run,
): AsyncIterable<string | Uint8Array> {
  const { of } = chosen;
  const total = await countOf(chosen.of, chosen.filters, run);
  async function* records(): AsyncIterable<JsonObject> {
    for await (const { number, record, faults } of readRecords(chosen, run)) {
      exported.records += 1;
      for (const fault of faults.slice(0, MOST_FAULTS - exported.faults.length))
        exported.faults.push(`${of.name} ${number}: ${fault}`);
      exported.faultCount += faults.length;
      progress?.(of, exported.records, total);
      yield record;
    }
  }
  progress?.(of, 0, total);
  yield* FORMATS[format](of, records(), { hasMark });
}

/** Waits until the stream takes more; false where nobody reads any further (`| head`). Errors: ExportError. */
const isTaken = (stream: Writable, part: string | Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' ? resolve(false) : reject(describeFailure(error, 'standard output'));
    stream.once('error', fail);
    stream.write(part, (error) => {
      if (error) return;
      stream.off('error', fail);
      resolve(true);
    });
  });
