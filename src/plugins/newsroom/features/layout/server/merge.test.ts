import type { Configuration } from '../../../../../strapi/panel-layouts';
import { merge } from './merge';

const configuration = (): Configuration => ({
  settings: { mainField: 'title', pageSize: 10 },
  metadatas: {
    title: { edit: { label: 'title', visible: true }, list: { label: 'title', sortable: true } },
    date: { edit: { label: 'date', visible: true }, list: { label: 'date', sortable: true } },
  },
  layouts: { list: ['title', 'date'], edit: [[{ name: 'title', size: 6 }], [{ name: 'date', size: 6 }]] },
});

const first = {
  'settings/pageSize': 20,
  'metadatas/title/edit/label': '標題 Title',
  'metadatas/date/edit/label': '日期 Date',
  'layouts/list': ['date', 'title'],
  'layouts/edit': [
    [
      { name: 'title', size: 8 },
      { name: 'date', size: 4 },
    ],
  ],
};

describe('a new version of the layout', () => {
  it('is applied completely the first time, and leaves other values as they are', () => {
    const merged = merge(configuration(), first);
    expect(merged.settings).toEqual({ mainField: 'title', pageSize: 20 });
    expect(merged.metadatas.title).toEqual({
      edit: { label: '標題 Title', visible: true },
      list: { label: 'title', sortable: true },
    });
    expect(merged.layouts).toEqual({ list: first['layouts/list'], edit: first['layouts/edit'] });
  });

  it('keeps what editors changed, and replaces the rest', () => {
    const stored = merge(configuration(), first);
    stored.settings.pageSize = 50;
    stored.metadatas.title = { ...stored.metadatas.title, edit: { label: '題目', visible: true } };
    stored.layouts.list = ['title'];
    const second = {
      ...first,
      'settings/pageSize': 100,
      'metadatas/title/edit/label': '名稱 Title',
      'metadatas/date/edit/label': '日子 Date',
      'layouts/list': ['date'],
      'layouts/edit': [[{ name: 'date', size: 12 }]],
    };
    const merged = merge(stored, second, first);
    expect(merged.settings.pageSize).toBe(50);
    expect(merged.metadatas.title?.edit?.label).toBe('題目');
    expect(merged.metadatas.date?.edit?.label).toBe('日子 Date');
    expect(merged.layouts).toEqual({ list: ['title'], edit: [[{ name: 'date', size: 12 }]] });
  });

  it('does not count a field that Strapi appended as a change', () => {
    const stored = merge(configuration(), first);
    stored.metadatas.act = { edit: { label: 'act' }, list: { label: 'act' } };
    stored.layouts.edit = [...(stored.layouts.edit ?? []), [{ name: 'act', size: 6 }]];
    const second = {
      ...first,
      'metadatas/act/edit/label': '法律 Act',
      'layouts/edit': [[{ name: 'act', size: 12 }], ...first['layouts/edit']],
    };
    const merged = merge(stored, second, first);
    expect(merged.layouts.edit).toEqual(second['layouts/edit']);
    expect(merged.metadatas.act?.edit?.label).toBe('法律 Act');
  });

  it('does not count a removed field as a change', () => {
    const stored = merge(configuration(), first);
    stored.metadatas = { title: stored.metadatas.title ?? {} };
    stored.layouts = { list: ['title'], edit: [[{ name: 'title', size: 8 }]] };
    const second = { 'layouts/list': ['title', 'title'], 'layouts/edit': [[{ name: 'title', size: 12 }]] };
    expect(merge(stored, second, first).layouts).toEqual({
      list: second['layouts/list'],
      edit: second['layouts/edit'],
    });
  });

  it('skips fields that the configuration lacks', () => {
    expect(merge(configuration(), { 'metadatas/gone/edit/label': 'x' }).metadatas).not.toHaveProperty('gone');
  });
});
