import { SUPER_ADMIN } from '../../../../rostra/server/src/access/super-admin';
import { both } from '../../../shared/panel';

/** The panel's roles, apart from Strapi's Super Admin, who may do everything. */
export type PanelRole = 'editor' | 'reviewer';

interface Role {
  /** Strapi's fixed identifier; an administrator may change the name. */
  code: string;
  name: string;
  description: string;
  /** Actions of Strapi's content manager, granted on every content type. */
  contentActions: string[];
  /** Actions that concern no content type. */
  otherActions: string[];
}

const EXPLORER = 'plugin::content-manager.explorer';
const VIEW_FILES = ['plugin::upload.read', 'plugin::upload.assets.download', 'plugin::upload.assets.copy-link'];
const EDIT_FILES = ['plugin::upload.configure-view', 'plugin::upload.assets.create', 'plugin::upload.assets.update'];

export const ROLES: Record<PanelRole, Role> = {
  // Strapi's own Editor role, so that permissions that later versions of Strapi give it apply.
  editor: {
    code: 'strapi-editor',
    name: both({ zh: '編輯', en: 'Editor' }),
    description: both({
      zh: '編修所有內容與檔案；不含設定、帳號與公民的電子郵件地址。',
      en: 'Edits all content and files; no access to settings, accounts or citizens’ e-mail addresses.',
    }),
    contentActions: ['read', 'create', 'update', 'delete'].map((verb) => `${EXPLORER}.${verb}`),
    otherActions: [...VIEW_FILES, ...EDIT_FILES],
  },
  reviewer: {
    code: 'rostra-reviewer',
    name: both({ zh: '審閱', en: 'Reviewer' }),
    description: both({
      zh: '可檢視所有內容與檔案，不能修改。',
      en: 'Reads all content and files; changes nothing.',
    }),
    contentActions: [`${EXPLORER}.read`],
    otherActions: VIEW_FILES,
  },
};

/** Returns the code of a role named in the settings: `editor`, `reviewer`, `super-admin`, or a code, returned unchanged. */
export function codeOf(name: string): string {
  if (name === 'super-admin') return SUPER_ADMIN;
  return Object.hasOwn(ROLES, name) ? ROLES[name as PanelRole].code : name;
}

/** Content types with personal data: only administrators see them, and may grant others access. */
export const WITHHELD = ['api::citizen-email.citizen-email'];

/** Accounts of citizens and of the console. */
export const ACCOUNT = 'plugin::users-permissions.user';
