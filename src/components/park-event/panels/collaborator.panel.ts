import { recordStatus } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../collaborator.json';

export const collaborator = defineComponentPanel<typeof schema>({
  uid: 'park-event.collaborator',
  name: { zh: '合作者', en: 'Collaborator' },
  fields: {
    persona: { zh: '人物', en: 'Persona' },
    type: {
      zh: '角色',
      en: 'Role',
      hint: { zh: '例如 host（主辦）、co_host（協辦）。', en: 'For example host or co_host.' },
      values: { host: { zh: '主辦', en: 'Host' }, co_host: { zh: '協辦', en: 'Co-host' } },
    },
    record_status: recordStatus,
    data: { zh: '附加資料', en: 'Data', hint: { zh: 'JSON 物件。', en: 'A JSON object.' } },
  },
  main: 'type',
  rows: [{ persona: 4, type: 4, record_status: 4 }, { data: 12 }],
});
