/** The texts of the page. Some go into attributes: use no ASCII quotation marks. */
export interface PageTexts {
  title: string;
  password: string;
  rule: string;
  again: string;
  set: string;
  done: string;
  ended: string;
  different: string;
  short: string;
  busy: string;
  failed: string;
  noScript: string;
}

export const TEXTS: Record<'zh-Hant' | 'en', PageTexts> = {
  'zh-Hant': {
    title: '設定新密碼',
    password: '新密碼',
    rule: '至少 8 個字元。',
    again: '再輸入一次',
    set: '設定密碼',
    done: '密碼已變更，所有裝置皆已登出。請用新密碼登入。',
    ended: '這個連結無效、已過期或已使用過。請重新申請重設密碼。',
    different: '兩次輸入的密碼不一致。',
    short: '密碼須至少 8 個字元，最多 72 個位元組（約 24 個中文字）。',
    busy: '嘗試次數過多，請一分鐘後再試。',
    failed: '暫時無法變更密碼，請稍後再試。',
    noScript: '這個頁面需要 JavaScript，請在瀏覽器中啟用。',
  },
  en: {
    title: 'Choose a new password',
    password: 'New password',
    rule: 'At least 8 characters.',
    again: 'Repeat the password',
    set: 'Set password',
    done: 'Your password has been changed, and you have been signed out everywhere. Please log in with the new one.',
    ended: 'This link is invalid, has expired or has already been used. Please request a new mail.',
    different: 'The two passwords do not match.',
    short: 'A password has at least 8 characters and at most 72 bytes.',
    busy: 'Too many attempts. Please try again in a minute.',
    failed: 'Your password cannot be changed right now. Please try again later.',
    noScript: 'This page needs JavaScript. Please enable it in your browser.',
  },
};
