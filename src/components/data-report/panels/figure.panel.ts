import { order } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../figure.json';

export const figureRow = defineComponentPanel<typeof schema>({
  uid: 'data-report.figure',
  name: { zh: '圖表', en: 'Figure' },
  fields: { figure: { zh: '圖表', en: 'Figure', required: true }, index: order },
  main: 'index',
  rows: [{ figure: 8, index: 4 }],
});
