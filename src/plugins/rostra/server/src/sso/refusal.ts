/** The reasons for refusing a sign-in, each with a status and a message in both languages. */
const REASONS = {
  NOT_OFFERED: {
    status: 404,
    zh: '此處未開放單一登入。',
    en: 'Single sign-on is not offered here.',
  },
  INVALID_START: {
    status: 400,
    zh: '網址不完整：return_to 必須是已登記的完整網址，code_challenge 必須是 43 個字元的 SHA-256 值（S256）。',
    en: 'The address is incomplete: return_to must be a registered address, and code_challenge a SHA-256 value of 43 characters (S256).',
  },
  EXPIRED: {
    status: 400,
    zh: '這次登入已逾時、已使用過，或不是從這個瀏覽器開始的。請重新登入。',
    en: 'This sign-in has expired, was already used or began in another browser. Please sign in again.',
  },
  DENIED: {
    status: 403,
    zh: '登入服務拒絕了這次登入。',
    en: 'The identity provider did not allow this sign-in.',
  },
  NO_ROLE: {
    status: 403,
    zh: '您的帳號在本系統沒有任何角色。請洽貴單位的系統管理員。',
    en: 'Your account has no role here. Please ask your administrator.',
  },
  EMAIL_UNVERIFIED: {
    status: 403,
    zh: '登入服務沒有提供經過驗證的電子郵件地址，無法確認您的帳號。請洽貴單位的系統管理員。',
    en: 'The identity provider sent no verified e-mail address, so your account cannot be identified. Please ask your administrator.',
  },
  INVALID_IDENTITY: {
    status: 403,
    zh: '登入服務傳回的身分資料含有無法儲存的字元。請洽貴單位的系統管理員。',
    en: 'The identity provider sent characters that cannot be stored. Please ask your administrator.',
  },
  BLOCKED: {
    status: 403,
    zh: '這個帳號已停用。請洽貴單位的系統管理員。',
    en: 'This account is blocked. Please ask your administrator.',
  },
  LOCAL_ADMIN: {
    status: 403,
    zh: '這個帳號只供密碼登入，無法使用單一登入。',
    en: 'This account is reserved for password log-ins and cannot use single sign-on.',
  },
  TAKEN: {
    status: 409,
    zh: '這個電子郵件地址的帳號已連結到另一個登入身分。請洽貴單位的系統管理員。',
    en: 'The account with this e-mail address belongs to another identity. Please ask your administrator.',
  },
  TOO_MANY: {
    status: 429,
    zh: '登入嘗試次數過多，請一分鐘後再試。',
    en: 'Too many sign-in attempts. Please try again in a minute.',
  },
  PROVIDER_DOWN: {
    status: 503,
    zh: '登入服務目前沒有回應，請稍後再試。',
    en: 'The identity provider does not answer. Please try again later.',
  },
  CLOCKS_DIFFER: {
    status: 503,
    zh: '登入服務與本系統的時間不一致。請通知貴單位的系統管理員。',
    en: 'The clocks of the identity provider and this service differ. Please tell your administrator.',
  },
  PROVIDER_FAULT: {
    status: 503,
    zh: '登入服務傳回的資料無法使用，可能是設定有誤。請通知貴單位的系統管理員。',
    en: 'The answer of the identity provider cannot be used; a setting may be wrong. Please tell your administrator.',
  },
  UNAVAILABLE: {
    status: 503,
    zh: '系統暫時無法使用，請稍後再試。',
    en: 'The service is currently unavailable. Please try again later.',
  },
  INTERNAL: {
    status: 500,
    zh: '系統發生錯誤。請通知貴單位的系統管理員。',
    en: 'Something went wrong. Please tell your administrator.',
  },
} as const;

export type Reason = keyof typeof REASONS;

/** A refused sign-in. `detail` is for the log and contains no token or code. */
export class SignInRefusal extends Error {
  constructor(
    readonly reason: Reason,
    readonly detail = '',
  ) {
    super(reason);
    this.name = 'SignInRefusal';
  }
}

/** The status and the messages for a reason. */
export const responseTo = (reason: Reason): { status: number; zh: string; en: string } => REASONS[reason];
