import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Json, JsonObject } from '../../../../../common/json';
import { definedIn } from '../../../../../common/maps';
import { EXTERNAL_ID } from '../import/external-id';
import { canonicalRecord } from '../operations/record';
import type { Resource } from '../resource/resource';
import { type Run, snapshot } from '../store/database';
import { externalIdsOf } from '../store/external-ids/external-ids';
import { readStoredRecords } from '../store/read-many';
import { countRecords, publicIdsOf } from '../store/selection';
import { describeFailure, ExportError } from './export-error';
import { type FileDraft, writeDraft } from './file-draft';
import { type ExportFormat, FORMATS, type FormatOptions } from './formats';

/** The records of one resource that match parsed filters. */
export interface ExportSelection {
  resource: Resource;
  filters: Record<string, Json>;
}

/** A record as it can be imported: the body that creates it, with its public id. */
export interface ExportedRecord {
  publicId: number;
  record: JsonObject;
  /** What an import would refuse: the record entered the database without being checked. */
  faults: string[];
}

/** Reads records in the order of their public ids, with all that is stored of them except values implied by others. */
async function* readRecords(
  { resource, filters }: ExportSelection,
  sourceName: string | undefined,
  run: Run,
): AsyncGenerator<ExportedRecord> {
  for await (const publicIds of publicIdsOf(resource, filters, run)) {
    const externalIds =
      sourceName === undefined
        ? undefined
        : await externalIdsOf({ resource: resource.name, sourceName }, publicIds, run);
    for (const { publicId, text } of await readStoredRecords(resource, publicIds, run)) {
      const { record, findings } = canonicalRecord(resource, text);
      const faults = findings.faults.map(({ path, message }) => `${path}: ${message}`);
      const known = definedIn({ [EXTERNAL_ID]: externalIds?.get(publicId) });
      yield { publicId, record: { [resource.key.name]: publicId, ...known, ...record }, faults };
    }
  }
}

/** Called as the export proceeds, with the number of a resource's records written so far. */
export type ExportProgress = (resource: Resource, records: number, total: number) => void;

/** What to export, and how. */
export interface ExportRequest extends Pick<FormatOptions, 'hasBom'> {
  selections: ExportSelection[];
  format: ExportFormat;
  /** The source whose identifiers the records get. */
  sourceName?: string;
  progress?: ExportProgress;
}

/** The export of one resource. */
export interface ExportedResource {
  resource: Resource;
  records: number;
  /** The first faults that an import would refuse, `rs_bills 12: content: …`. Such records entered the database unchecked. */
  faults: string[];
  faultCount: number;
  /** The written file; none for a stream. */
  file?: string;
  bytes: number;
}

/**
 * Writes each resource to a file named after it (`rs_bills.csv`), all from one snapshot, so that the folder can be imported.
 * Existing files are replaced only when all new ones are complete. Errors: ExportError.
 */
export const exportToFolder = (request: ExportRequest, folder: string): Promise<ExportedResource[]> =>
  snapshot(async (run) => {
    const drafts: FileDraft[] = [];
    const exported: ExportedResource[] = [];
    try {
      for (const selection of request.selections) {
        const result = emptyResult(selection.resource);
        const file = path.join(folder, `${selection.resource.name}.${request.format}`);
        const draft = await writeDraft(file, contentOf(request, selection, result, run));
        drafts.push(draft);
        exported.push({ ...result, file, bytes: draft.bytes });
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
    const [selection, ...others] = request.selections;
    if (!selection || others.length > 0)
      throw new ExportError('Only one resource can be written to standard output.', 2);
    const exported = emptyResult(selection.resource);
    for await (const part of contentOf(request, selection, exported, run)) {
      exported.bytes += Buffer.byteLength(part);
      if (!(await writeTo(stream, part))) break;
    }
    return [exported];
  });

const emptyResult = (resource: Resource): ExportedResource => ({
  resource,
  records: 0,
  faults: [],
  faultCount: 0,
  bytes: 0,
});

/** How many faults are listed for each resource. */
const MOST_FAULTS = 20;

/** The content of a file; counts the records and collects their faults on the way. */
async function* contentOf(
  { format, sourceName, progress, hasBom }: ExportRequest,
  selection: ExportSelection,
  exported: ExportedResource,
  run: Run,
): AsyncIterable<string | Uint8Array> {
  const { resource } = selection;
  const total = await countRecords(resource, selection.filters, run);
  async function* records(): AsyncIterable<JsonObject> {
    for await (const { publicId, record, faults } of readRecords(selection, sourceName, run)) {
      exported.records += 1;
      for (const fault of faults.slice(0, MOST_FAULTS - exported.faults.length))
        exported.faults.push(`${resource.name} ${publicId}: ${fault}`);
      exported.faultCount += faults.length;
      progress?.(resource, exported.records, total);
      yield record;
    }
  }
  progress?.(resource, 0, total);
  yield* FORMATS[format](resource, records(), {
    hasBom,
    hasExternalId: sourceName !== undefined && !resource.hasPrivateHistory,
  });
}

/** Writes to a stream and waits until it accepts more; false if its reader has gone (`| head`). Errors: ExportError. */
const writeTo = (stream: Writable, part: string | Uint8Array): Promise<boolean> =>
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
