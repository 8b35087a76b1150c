import { isWriteConflict } from '../errors/database';
import { type ApiError, type Fault, isOutcomeUnknown, type Referrer } from '../errors/errors';

/** The message for a write that another one has blocked for too long. */
export const BUSY =
  '未儲存：其他人或匯入作業正在修改相關資料，請稍後再試 — Not saved: somebody else or an import is changing the same or related records; try again shortly';

const DATABASE_UNAVAILABLE =
  '資料庫暫時無法使用，請稍後再試 — The database is currently unavailable; please try again shortly';

const OUTCOME_UNKNOWN =
  '儲存時資料庫連線中斷，無法確定是否已儲存，請重新載入頁面，確認後再試 — The connection to the database was lost while saving, so the change may or may not have been stored: reload the page and check before you try again';

/** Formats one fault. */
export const formatFault = ({ path, message }: Fault): string => (path ? `${path}: ${message}` : message);

/** Formats faults as one line. */
export const formatFaults = (faults: Fault[] = []): string => faults.map(formatFault).join('; ');

/** The message for a record that cannot be deleted because others require it. */
export function inUseMessage(references: Referrer[], count: number): string {
  const first = references.slice(0, 5).map(({ resource, id, field }) => `${resource} ${id} (${field})`);
  const list = `${first.join(', ')}${count > first.length ? ', …' : ''}`;
  return `無法刪除：仍有 ${count} 筆資料需要它：${list} — Not deleted: ${count} records require this one: ${list}`;
}

/** The message of the panel for a database failure; `cause` is the error of a refused COMMIT. */
export function databaseFailureMessage(answer: ApiError, cause?: unknown): string {
  if (isWriteConflict(cause)) return BUSY;
  if (isOutcomeUnknown(answer)) return OUTCOME_UNKNOWN;
  if (answer.status === 503) return DATABASE_UNAVAILABLE;
  const { errors: faults, id } = answer.details;
  if (id) return `未儲存：資料庫拒絕寫入（錯誤編號 ${id}） — Not saved: the database refused this write (error ${id})`;
  return `未儲存：${formatFaults(faults)} — Not saved: ${formatFaults(faults)}`;
}
