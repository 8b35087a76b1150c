import { isInTheWay } from '../errors/database';
import { type AnsweredError, type Fault, isOutcomeUnknown, type Referrer } from '../errors/errors';

/** What an editor is told when a write waits for another one in vain. */
export const BUSY =
  '未儲存：其他人或匯入作業正在寫入相關的資料，請稍候再試 — Not saved: somebody else, or an import, is writing records that this touches; try again shortly';

const AWAY = '資料庫暫時無法使用，請稍候再試 — The database is not available right now; please try again shortly';

const UNKNOWN =
  '儲存時與資料庫的連線中斷，無法確定是否已儲存，請重新載入確認後再試 — The connection to the database ended while this was being saved. It may or may not have been stored: reload and look before you try again';

/** One fault as a sentence. */
export const sentence = ({ path, message }: Fault): string => (path ? `${path}: ${message}` : message);

/** Faults, if any, as one line. */
export const sentences = (faults: Fault[] = []): string => faults.map(sentence).join('; ');

/** Why a record is not deleted. */
export function inUse(references: Referrer[], count: number): string {
  const shown = references.slice(0, 5).map(({ resource, id, field }) => `${resource} ${id} (${field})`);
  const list = `${shown.join(', ')}${count > shown.length ? ', …' : ''}`;
  return `無法刪除：仍有 ${count} 筆資料需要這一筆：${list} — Not deleted: ${count} records require this one: ${list}`;
}

/** What people at the admin panel are told of a failure of the database; of a COMMIT, with what refused it. */
export function sentenceFor(told: AnsweredError, refused?: unknown): string {
  if (isInTheWay(refused)) return BUSY;
  if (isOutcomeUnknown(told)) return UNKNOWN;
  if (told.status === 503) return AWAY;
  const { errors: faults, id } = told.details;
  if (id) return `未儲存：資料庫拒絕寫入（錯誤編號 ${id}） — Not saved: the database refused this write (error ${id})`;
  return `未儲存：${sentences(faults)} — Not saved: ${sentences(faults)}`;
}
