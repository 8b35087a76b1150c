import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/citizen-email/schema.json';

export const citizenEmail = definePanel<typeof schema>({
  uid: 'api::citizen-email.citizen-email',
  name: { zh: '公民電子郵件', en: 'Citizen e-mail' },
  plural: { zh: '公民電子郵件', en: 'Citizen e-mails' },
  summary: { zh: '公民的電子郵件地址與驗證狀態。', en: 'Citizens’ e-mail addresses and their verification status.' },
  task: 'citizens',
  isPersonal: true,
  fields: {
    email: { zh: '電子郵件', en: 'E-mail' },
    is_primary: {
      zh: '主要',
      en: 'Primary',
      hint: { zh: '每位公民只有一個主要地址。', en: 'Each citizen has exactly one primary address.' },
    },
    is_verified: { zh: '已驗證', en: 'Verified' },
    visibility: {
      zh: '公開程度',
      en: 'Visibility',
      values: { public: { zh: '公開', en: 'Public' }, private: { zh: '不公開', en: 'Private' } },
    },
    citizen: { zh: '公民', en: 'Citizen' },
  },
  main: 'email',
  list: {
    columns: ['number', 'email', 'citizen', 'is_primary', 'is_verified', 'visibility'],
    sort: ['number', 'ASC'],
    pageSize: 20,
  },
  groups: [
    { title: groupTitles.basics, rows: [{ email: 6, citizen: 6 }] },
    { title: { zh: '狀態', en: 'State' }, rows: [{ is_primary: 4, is_verified: 4, visibility: 4 }] },
  ],
});
