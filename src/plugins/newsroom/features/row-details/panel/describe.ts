import { slicesOf } from '../../../../../common/maps';
import { type DescribedRecord, MAX_DESCRIBED, type RecordReference } from '../../search/shared/found';

type Get = (path: string) => Promise<{ data: DescribedRecord[] }>;

interface Waiting extends RecordReference {
  resolve(record: DescribedRecord | undefined): void;
  reject(error: unknown): void;
}

let waiting: Waiting[] = [];

/** What a record is; undefined if it is gone or may not be read. All records that are asked for at once take one request. */
export function describe(reference: RecordReference, get: Get): Promise<DescribedRecord | undefined> {
  if (waiting.length === 0) queueMicrotask(() => void flush(get));
  return new Promise((resolve, reject) => waiting.push({ ...reference, resolve, reject }));
}

async function flush(get: Get): Promise<void> {
  const all = waiting;
  waiting = [];
  for (const some of slicesOf(all, MAX_DESCRIBED)) {
    const of = some.map(({ uid, documentId }) => `${uid}:${documentId}`).join();
    try {
      const { data } = await get(`/newsroom/search/records?${new URLSearchParams({ of })}`);
      const found = new Map(data.map((record) => [`${record.uid} ${record.documentId}`, record]));
      for (const { uid, documentId, resolve } of some) resolve(found.get(`${uid} ${documentId}`));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
