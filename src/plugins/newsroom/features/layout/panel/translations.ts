import { componentPanels, panels } from '../../../../../panels';
import { both, type Language, type Text } from '../../../shared/panel';
import texts from '../texts/strapi-zh.json';

/** Keys that Strapi uses but defines in no language, many because it leaves out the name of the plugin that has them. Checked with Strapi 5.54.0. */
const missing = {
  'search.placeholder': '搜尋',
  clearLabel: '清除',
  cancel: '取消',
  'app.error': '發生錯誤',
  'app.error.copy': '複製',
  'app.loading': '載入中…',
  'app.utils.toggle': '展開或收合',
  'components.Blocks.blocks.bulletList': '項目清單',
  'components.Blocks.blocks.numberList': '編號清單',
  'containers.list.displayedFields': '顯示的欄位',
  'global.move': '移動',
  'list.asset.at.finished': '載入完成。',
  'list.table.content.empty-label': '這個欄位是空的',
  'list.table.header.sort': '依{label}排序',
  'modal.remove.success-label': '已經刪除。',
  'view-switch.grid': '縮圖',
  'view-switch.list': '清單',
  'window.confirm.close-modal.file': '要離開嗎？修改的內容不會儲存。',
  'window.confirm.close-modal.files': '要離開嗎？有檔案還沒有上傳。',
};

/** The question before several records are deleted: Strapi leaves out the name of its plugin. */
const DELETE_ALL = 'popUpWarning.bodyMessage.contentType.delete.all';

/** Traditional Chinese texts that Strapi lacks or that would mislead here, by Strapi's keys. */
const strapiTexts: Record<string, string> = {
  ...missing,
  [DELETE_ALL]: texts['content-manager'][DELETE_ALL],
  ...Object.fromEntries(
    Object.entries(texts as Record<string, Record<string, string>>).flatMap(([plugin, messages]) =>
      Object.entries(messages).map(([key, text]) => [plugin === 'admin' ? key : `${plugin}.${key}`, text]),
    ),
  ),
};

/** Texts in which Strapi names itself instead of Rostra, or does not know that deleted records can be restored. */
const englishTexts: Record<string, string> = {
  'app.components.LeftMenu.navbrand.title': 'Rostra',
  'Auth.form.welcome.title': 'Welcome to Rostra',
  'Auth.form.welcome.subtitle': 'Log in to your account',
  'content-manager.actions.delete.dialog.body':
    'Delete this record? You can restore it under “Deleted”, unless it is an account or e-mail address of a citizen.',
  [DELETE_ALL]:
    'Delete these records? You can restore them under “Deleted”, unless they are accounts or e-mail addresses of citizens.',
};

/** Translates the keys that Strapi looks up: display names of content types and components, and enumeration values. */
function displayNames(language: Language): Record<string, string> {
  const names = [...panels, ...componentPanels].map(({ name }) => [both(name), name[language]] as const);
  const values = panels
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap((field) => Object.entries(field.values ?? {}))
    .map(([value, text]) => [value, text[language]] as const);
  return Object.fromEntries([...values, ...names]);
}

/** Citizens' accounts, a content type of Strapi's own. */
const citizens: Record<string, Text> = {
  User: { zh: '公民帳號', en: 'Citizen account' },
  username: { zh: '帳號名稱', en: 'Username' },
  email: { zh: '電子郵件', en: 'E-mail' },
  provider: { zh: '登入方式', en: 'Provider' },
  password: { zh: '密碼', en: 'Password' },
  confirmed: { zh: '已確認', en: 'Confirmed' },
  blocked: { zh: '已停權', en: 'Blocked' },
  role: { zh: '角色', en: 'Role' },
  createdAt: { zh: '建立時間', en: 'Created' },
  updatedAt: { zh: '更新時間', en: 'Updated' },
};

function accounts(language: Language): Record<string, string> {
  const { User, ...fields } = citizens;
  const prefix = 'content-manager.content-types.plugin::users-permissions.user';
  return {
    User: (User as Text)[language],
    ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${prefix}.${name}`, text[language]])),
  };
}

/** The panel's texts in a language, including Strapi's that are replaced. */
export const labelTranslations = (language: Language): Record<string, string> => ({
  ...(language === 'zh' ? strapiTexts : englishTexts),
  ...displayNames(language),
  ...accounts(language),
});
