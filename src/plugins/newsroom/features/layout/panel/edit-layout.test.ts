import { bill } from '../../../../../api/bill/panel';
import { parkEvent } from '../../../../../api/park-event/panel';
import type { EditField, EditLayout } from '../../../panel/strapi/hooks';
import { both, type FieldPanel } from '../../../shared/panel';
import { DAY_FIELD, TIME_FIELD } from '../../date-fields/panel/kinds';
import { changeEditLayout, GROUP_HEADING } from './edit-layout';

const page = { documentElement: { lang: 'zh' } };
Object.assign(globalThis, { document: page });

const field = (name: string, more: Partial<EditField> = {}): EditField => {
  const panel: FieldPanel = bill.fields[name] ?? { zh: name, en: name };
  return {
    name,
    type: 'string',
    attribute: { type: 'string' },
    label: both(panel),
    hint: panel.hint && both(panel.hint),
    placeholder: '',
    required: false,
    visible: true,
    size: 6,
    ...more,
  };
};

const form = (...rows: EditField[][]): EditLayout => ({
  layout: [rows],
  components: { 'bill.legislative-step': { layout: [[field('date', { label: '日期 Date' })]] } },
  settings: { displayName: both(bill.name) },
});

const changed = (layout: EditLayout): EditLayout => changeEditLayout({ layout, query: {} }).layout;
const shape = ({ layout }: EditLayout) =>
  layout.map((panel) => panel.map((row) => row.map(({ name, type }) => (type === GROUP_HEADING ? `# ${name}` : name))));

beforeEach(() => {
  page.documentElement.lang = 'zh';
});

describe('a form', () => {
  it('has its fields in titled groups, in the rows of the configuration', () => {
    const layout = changed(form([field('sponsors'), field('act')], [field('date', { size: 4 }), field('is_law')]));
    expect(shape(layout)).toEqual([
      [['# act'], ['act'], ['date', 'is_law']],
      [['# sponsors'], ['sponsors']],
    ]);
    expect(layout.layout[0]?.[0]?.[0]?.attribute.title).toEqual(bill.groups[0]?.title);
    expect(layout.layout[0]?.[2]?.[0]?.size).toBe(4);
  });

  it('ends with the fields that belong to no group', () => {
    expect(shape(changed(form([field('unknown')], [field('act')])))).toEqual([[['# act'], ['act']], [['unknown']]]);
  });

  it('marks required fields, and asks for days where a time of day is meaningless', () => {
    const date = { type: 'datetime', attribute: { type: 'datetime' } };
    const [row] = changed(form([field('act'), field('date', date), field('version_no')])).layout[0]?.slice(1) ?? [];
    expect(row?.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['act', 'string', true],
      ['date', DAY_FIELD, false],
      ['version_no', 'string', false],
    ]);
    const event = { ...form([field('start_date', date)]), settings: { displayName: both(parkEvent.name) } };
    expect(
      changed(event)
        .layout.flat(2)
        .map(({ type }) => type),
    ).toEqual([GROUP_HEADING, TIME_FIELD]);
  });

  it('shows the heading of a component by the permission of a field within it', () => {
    const steps = field('legislative_steps', {
      type: 'component',
      attribute: { type: 'component', component: 'bill.legislative-step' },
    });
    expect(shape(changed(form([steps])))).toEqual([[['# legislative_steps.date'], ['legislative_steps']]]);
  });

  it('uses the editor’s language, and keeps labels that editors changed', () => {
    const layout = form([field('act'), field('sponsors', { label: '提案委員' })]);
    const labels = () =>
      changed(layout).layout.flatMap((panel) =>
        panel
          .slice(1)
          .flat()
          .map(({ label }) => label),
      );
    expect(labels()).toEqual(['法律', '提案委員']);
    expect(changed(layout).components['bill.legislative-step']?.layout[0]?.[0]?.label).toBe('日期');
    expect(changed(layout).layout[0]?.[1]?.[0]?.hint).toBe(bill.fields.act?.hint?.zh);
    page.documentElement.lang = 'en';
    expect(labels()).toEqual(['Act', '提案委員']);
  });

  it('is changed only once, however many fields request it', () => {
    const layout = form([field('act')]);
    expect(changed(layout)).toBe(changed(layout));
  });

  it('of an unknown content type stays as it is', () => {
    const layout = { ...form([field('act')]), settings: { displayName: 'User' } };
    expect(changed(layout)).toBe(layout);
  });
});
