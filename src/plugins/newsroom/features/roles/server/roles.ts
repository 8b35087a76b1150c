import { SUPER_ADMIN } from '../../../../rostra/server/src/access/super-admin';
import { bothOf } from '../../../shared/label';

/** The roles of the panel beside Strapi's Super Admin, who may do everything. */
export type PanelRole = 'editor' | 'reviewer';

interface Role {
  /** How Strapi knows it, whatever an administrator calls it. */
  code: string;
  name: string;
  description: string;
  /** What its holders do with every content type, as actions of Strapi's content manager. */
  content: string[];
  /** What they do elsewhere. */
  elsewhere: string[];
}

const EXPLORER = 'plugin::content-manager.explorer';
const SEE_FILES = ['plugin::upload.read', 'plugin::upload.assets.download', 'plugin::upload.assets.copy-link'];
const KEEP_FILES = ['plugin::upload.configure-view', 'plugin::upload.assets.create', 'plugin::upload.assets.update'];

export const ROLES: Record<PanelRole, Role> = {
  // Strapi's own, so that what it gives its editors in later versions stays in place.
  editor: {
    code: 'strapi-editor',
    name: bothOf({ zh: '編輯', en: 'Editor' }),
    description: bothOf({
      zh: '編修所有內容與檔案；不含設定、帳號與公民的電子郵件地址。',
      en: 'Edits all content and files; no settings, no accounts, no addresses of citizens.',
    }),
    content: ['read', 'create', 'update', 'delete'].map((verb) => `${EXPLORER}.${verb}`),
    elsewhere: [...SEE_FILES, ...KEEP_FILES],
  },
  reviewer: {
    code: 'rostra-reviewer',
    name: bothOf({ zh: '審閱', en: 'Reviewer' }),
    description: bothOf({
      zh: '可讀所有內容與檔案，不能更動。',
      en: 'Reads all content and files, changes nothing.',
    }),
    content: [`${EXPLORER}.read`],
    elsewhere: SEE_FILES,
  },
};

/** The code of a role by the name that settings call it by: `editor`, `reviewer`, `super-admin`, or the code itself. */
export function codeOf(name: string): string {
  if (name === 'super-admin') return SUPER_ADMIN;
  return Object.hasOwn(ROLES, name) ? ROLES[name as PanelRole].code : name;
}

/** Personal data of accounts, not content: only an administrator sees them, and may let others. */
export const WITHHELD = ['api::citizen-email.citizen-email'];

/** The accounts of citizens and of the console: no content either. */
export const ACCOUNT = 'plugin::users-permissions.user';
