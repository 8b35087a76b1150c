import type { Text } from '../shared/panel';

/** Whether a form writes a record that is there, or creates one. */
export type RecordKind = 'stored' | 'new';

/** What is said of a failed save where its form is, and where that has been left meanwhile. */
export interface Words {
  here: Text;
  left: Text;
}

/** The service has stored nothing, because the database could not. */
export const NOT_SAVED: Words = {
  here: {
    zh: '未儲存：資料庫暫時無法寫入。您的內容還在表單裡，請稍後再按一次儲存；一再發生時請通知管理員。',
    en: 'Not saved: the database accepts no writes at the moment. The form still has what you typed: save it again shortly, and tell an administrator if this goes on.',
  },
  left: {
    zh: '未儲存：資料庫暫時無法寫入。請稍後再開啟它的表單儲存；一再發生時請通知管理員。',
    en: 'Not saved: the database accepts no writes at the moment. Open its form shortly to save it, and tell an administrator if this goes on.',
  },
};

/** Nobody knows whether the service has stored it. */
export const UNKNOWN: Record<RecordKind, Words> = {
  stored: {
    here: {
      zh: '不確定是否已儲存：連線中斷或服務暫時無法使用。您的內容還在表單裡，請稍後再按一次儲存。',
      en: 'It is not known whether this is saved: the connection was lost or the service is away. The form still has what you typed: save it again shortly.',
    },
    left: {
      zh: '不確定是否已儲存：連線中斷或服務暫時無法使用。請稍後開啟它的表單，看看存好了沒有。',
      en: 'It is not known whether this is saved: the connection was lost or the service is away. Open its form shortly to see whether it is.',
    },
  },
  new: {
    here: {
      zh: '不確定是否已新增：連線中斷或服務暫時無法使用。您的內容還在表單裡，請稍後在這裡再按一次儲存：如果已經存好，不會新增兩筆。',
      en: 'It is not known whether this is saved: the connection was lost or the service is away. The form still has what you typed: save it again here shortly; if it is stored already, it is not created twice.',
    },
    left: {
      zh: '不確定是否已新增：連線中斷或服務暫時無法使用。請稍後到列表看看有沒有這一筆。',
      en: 'It is not known whether this is saved: the connection was lost or the service is away. Look shortly whether the list has it.',
    },
  },
};

/** A former save of the same form has created the record; said where the form itself asks what to do as soon as it can. */
export const CREATED: Words = {
  here: {
    zh: '沒有再新增：剛才那一次其實已經存好了。再按一次儲存，就可以開啟那一筆。',
    en: 'Not saved again: it is stored since the save before. Press Save again to open it.',
  },
  left: {
    zh: '沒有再新增：前一次其實已經存好了。請到列表開啟那一筆，需要的話再修改。',
    en: 'Not saved again: the record is stored since the save before. Open it in the list, and change it there if need be.',
  },
};
