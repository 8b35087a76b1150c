import type { Json, JsonObject } from '../../../../../common/json';
import { canonicalRecord } from '../operations/record';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { readStoredRecords } from '../store/read-many';
import { publicIdsOf } from '../store/selection';

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
export async function* readRecords({ resource, filters }: ExportSelection, run: Run): AsyncGenerator<ExportedRecord> {
  for await (const publicIds of publicIdsOf(resource, filters, run)) {
    for (const { publicId, text } of await readStoredRecords(resource, publicIds, run)) {
      const { record, findings } = canonicalRecord(resource, text);
      const faults = findings.faults.map(({ path, message }) => `${path}: ${message}`);
      yield { publicId, record: { [resource.key.name]: publicId, ...record }, faults };
    }
  }
}
