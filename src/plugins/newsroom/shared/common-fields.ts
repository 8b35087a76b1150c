import type { FieldPanel, Text } from './panel';

const status = {
  active: { zh: '啟用', en: 'Active' },
  inactive: { zh: '停用', en: 'Inactive' },
} as const satisfies Record<string, Text>;

/* Fields that many content types share. */

export const recordStatus: FieldPanel = {
  zh: '狀態',
  en: 'Status',
  hint: { zh: '例如 active（啟用）或 inactive（停用）。', en: 'For example active or inactive.' },
  placeholder: { zh: 'active', en: 'active' },
  values: status,
};

export const slug: FieldPanel = {
  zh: '短網址',
  en: 'Slug',
  hint: {
    zh: '網址中代表這筆資料的英文短名，例如 working-hours。',
    en: 'The short name of this record in its address, for example working-hours.',
  },
};

export const image: FieldPanel = {
  zh: '圖片',
  en: 'Image',
  hint: { zh: '圖片的路徑，例如 /images/topic.jpg。', en: 'Path of the picture, for example /images/topic.jpg.' },
};

export const emblem: FieldPanel = {
  zh: '徽章',
  en: 'Emblem',
  hint: { zh: '徽章圖檔的路徑。', en: 'Path of the picture of the emblem.' },
};

export const color: FieldPanel = {
  zh: '代表色',
  en: 'Colour',
  hint: {
    zh: '色碼，多個以逗號分隔，例如 #2A9D8F,#264653。',
    en: 'Colour codes, separated by commas: #2A9D8F,#264653.',
  },
  placeholder: { zh: '#2A9D8F', en: '#2A9D8F' },
};

export const order: FieldPanel = {
  zh: '排序',
  en: 'Order',
  hint: { zh: '數字小的排在前面。', en: 'Smaller numbers come first.' },
};

export const termIndex: FieldPanel = {
  zh: '屆次',
  en: 'Term',
  hint: { zh: '第幾屆，例如 11。', en: 'Number of the term, for example 11.' },
};

export const sessionIndex: FieldPanel = { zh: '會期', en: 'Session' };

export const tempSessionIndex: FieldPanel = {
  zh: '臨時會',
  en: 'Extraordinary session',
  hint: { zh: '第幾次臨時會；常會填 0。', en: 'Its number; 0 for the ordinary session.' },
};

export const title: FieldPanel = { zh: '標題', en: 'Title' };
export const startDate: FieldPanel = { zh: '開始日期', en: 'Start' };
export const endDate: FieldPanel = { zh: '結束日期', en: 'End' };
export const tags: FieldPanel = { zh: '標籤', en: 'Tags' };
export const specificTopic: FieldPanel = { zh: '子題', en: 'Specific topic', required: true };

/** Titles of groups that many forms share. */
export const groupTitles = {
  basics: { zh: '基本資料', en: 'Basics' },
  page: { zh: '頁面', en: 'Page' },
  text: { zh: '內文', en: 'Text' },
  source: { zh: '資料來源', en: 'Sources' },
  links: { zh: '關聯', en: 'Relations' },
  time: { zh: '時間', en: 'Time' },
  look: { zh: '識別', en: 'Appearance' },
  technical: { zh: '進階資料', en: 'Technical data' },
} as const satisfies Record<string, Text>;
