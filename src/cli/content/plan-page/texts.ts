import type { Language } from '../../../plugins/newsroom/shared/panel';
import type { EditKind, StayReason } from '../../../plugins/rostra/server/src/plan/types';
import type { WhoWords } from '../who-when';

interface PageTexts extends WhoWords {
  title: string;
  made(time: string): string;
  columns: [kind: string, created: string, changed: string, removed: string, unchanged: string];
  faults: string;
  warnings: string;
  edits: string;
  changes: string;
  identified(source: string): string;
  noChanges: string;
  nothing(faults: number): string;
  more(count: number): string;
  place(record: number, line: number | undefined): string;
  actions: Record<'create' | 'change' | 'remove', string>;
  returns: string;
  /** What is counted of each kind. */
  editSums: Record<EditKind, string>;
  /** How to decide single ones. */
  decide: string;
  editKinds: Record<EditKind, [kept: string, taken: string]>;
  /** Why a record that the source no longer has stays, with the sources that know it, or the record that requires it; of what is deleted with it the name comes before that. */
  stays: Record<StayReason['reason'], (others: string) => string>;
  dependent(name: string): string;
  sides: [base: string, stored: string, given: string];
  same(count: number): string;
  sameRows(count: number): string;
}

/** The texts of the page that shows a plan. */
export const TEXTS: Record<Language, PageTexts> = {
  zh: {
    title: '匯入預覽',
    made: (time) => `${time} UTC 製作；尚未寫入任何資料。`,
    columns: ['資料', '新增', '變更', '刪除', '不變'],
    faults: '錯誤',
    warnings: '警告',
    edits: '人工編輯',
    changes: '變更',
    identified: (source) => `既有資料在 ${source} 的識別碼`,
    noChanges: '檔案不會變更任何資料。',
    nothing: (faults) => `有 ${faults} 個錯誤，因此無法匯入。`,
    more: (count) => `……另有 ${count} 項`,
    place: (record, line) => (line === undefined ? `第 ${record} 筆` : `第 ${line} 行`),
    actions: { create: '新增', change: '變更', remove: '刪除' },
    returns: '還原',
    editSums: {
      conflict: '雙方都有變更的欄位',
      gone: '來源已沒有的資料',
      deleted: '有人刪除的資料',
      matched: '人工建立、未曾匯入的資料',
      merged: '合併的名單',
      edited: '只有人工編輯的欄位',
    },
    decide: '可以逐項決定：匯入時加上 --take（依檔案）或 --keep（保留）與該項的名稱。',
    editKinds: {
      edited: ['保留', '保留'],
      merged: ['合併', '合併'],
      conflict: ['雙方都有變更：保留', '雙方都有變更：以檔案為準'],
      gone: ['來源已無此筆：保留', '來源已無此筆：刪除'],
      deleted: ['維持刪除', '還原'],
      matched: ['人工建立：保留', '人工建立：以檔案為準'],
    },
    stays: {
      made: () => '人工建立',
      changed: () => '有人編輯過',
      restored: () => '有人還原',
      known: (sources) => `${sources} 也有`,
      unknown: () => '有歷程紀錄之前就有',
      required: (user) => `${user} 必須引用這筆資料`,
      kept: () => '已決定保留',
    },
    dependent: (name) => `所屬的 ${name}：`,
    sides: ['上次匯入', '目前', '檔案'],
    nobody: '不明人士',
    ofImport: (batch, source) => `匯入批次 ${batch}（${source ? `來源 ${source}` : '未指定來源'}）`,
    same: (count) => `另有 ${count} 筆不變`,
    sameRows: (count) => `另有 ${count} 列不變`,
  },
  en: {
    title: 'Preview of an import',
    made: (time) => `Made ${time} UTC; nothing has been written yet.`,
    columns: ['Records', 'Created', 'Changed', 'Removed', 'Unchanged'],
    faults: 'Errors',
    warnings: 'Warnings',
    edits: 'Edited by hand',
    changes: 'Changes',
    identified: (source) => `Stored records that get their identifier at ${source}`,
    noChanges: 'The files change nothing.',
    nothing: (faults) =>
      `${faults === 1 ? 'There is 1 error' : `There are ${faults} errors`}: nothing can be imported.`,
    more: (count) => `… and ${count} more`,
    place: (record, line) => (line === undefined ? `record ${record}` : `line ${line}`),
    actions: { create: 'new', change: 'changed', remove: 'deleted' },
    returns: 'returns',
    editSums: {
      conflict: 'Fields that both have changed',
      gone: 'Records that are no longer at the source',
      deleted: 'Records deleted by hand',
      matched: 'Records made by hand and never imported',
      merged: 'Lists that are merged',
      edited: 'Fields changed by hand only',
    },
    decide: 'To decide single ones, add --take (as the file says) or --keep, and the name of each, to the import.',
    editKinds: {
      edited: ['kept', 'kept'],
      merged: ['merged', 'merged'],
      conflict: ['both changed: kept', 'both changed: the file wins'],
      gone: ['no longer at the source: kept', 'no longer at the source: deleted'],
      deleted: ['stays deleted', 'returns'],
      matched: ['made by hand: kept', 'made by hand: the file wins'],
    },
    stays: {
      made: () => 'made by hand',
      changed: () => 'changed by hand',
      restored: () => 'brought back by hand',
      known: (sources) => `known to ${sources}, too`,
      unknown: () => 'was there before history began',
      required: (user) => `required by ${user}`,
      kept: () => 'is to be kept',
    },
    dependent: (name) => `${name}, which belongs to it: `,
    sides: ['last import', 'now', 'file'],
    nobody: 'somebody unknown',
    ofImport: (batch, source) => `import ${batch}, ${source ? `source ${source}` : 'without source'}`,
    same: (count) => (count === 1 ? '1 other is the same' : `${count} others are the same`),
    sameRows: (count) => (count === 1 ? '1 other row is the same' : `${count} other rows are the same`),
  },
};
