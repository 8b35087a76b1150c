import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, Legend, Tooltip, XAxis, YAxis } from 'recharts';
import { contentTypePath } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import type { BillsInTerm } from '../shared/home';
import { Chart, type Colors, tick, tooltip, useColors } from './chart';
import { billSeries, type Status } from './series';
import { EmptyWidget, WidgetBody } from './widget-body';

const LIST = contentTypePath('api::bill.bill');

/** Colours that also differ in lightness, for readers who cannot distinguish hues. */
const palette = (colors: Colors): string[] => [
  colors.primary600,
  colors.secondary500,
  colors.success500,
  colors.warning500,
  colors.alternative500,
  colors.danger500,
  colors.neutral500,
];

/** A chart of bills by term and progress. */
export function Bills() {
  const request = useFetch<BillsInTerm[]>('/newsroom/home/bills');
  return (
    <WidgetBody request={request}>
      {(rows) => (rows.length === 0 ? <EmptyWidget id="newsroom.home.bills.none" /> : <BillsChart rows={rows} />)}
    </WidgetBody>
  );
}

function BillsChart({ rows }: { rows: BillsInTerm[] }) {
  const { formatMessage, formatNumber } = useIntl();
  const navigate = useNavigate();
  const colors = useColors();
  const { statuses, bars } = billSeries(rows);
  const termName = (term: number | null) => formatMessage({ id: 'newsroom.home.term' }, { term: term ?? 'none' });
  const statusName = (status: Status) =>
    'step' in status ? status.step : formatMessage({ id: `newsroom.home.bills.${status.kind}` });
  const data = bars.map(({ term, counts }) => ({ term, name: termName(term), ...counts }));
  const table = {
    caption: formatMessage({ id: 'newsroom.home.bills' }),
    head: ['term', ...statuses.map(statusName), 'total'].map((text) =>
      text === 'term' || text === 'total' ? formatMessage({ id: `newsroom.home.bills.${text}` }) : text,
    ),
    rows: bars.map(({ term, counts, total }) => [
      termName(term),
      ...statuses.map(({ key }) => counts[key] ?? 0),
      total,
    ]),
  };
  const open = ({ payload }: { payload?: { term?: number | null } }) =>
    payload?.term != null && navigate(`${LIST}?filters[$and][0][term_index][$eq]=${payload.term}`);
  return (
    <Chart height={255} table={table}>
      <BarChart data={data} margin={{ top: 4, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis dataKey="name" tick={tick(colors)} stroke={colors.neutral300} tickLine={false} />
        <YAxis
          tick={tick(colors)}
          stroke={colors.neutral300}
          tickFormatter={(value: number) => formatNumber(value)}
          allowDecimals={false}
          width="auto"
        />
        <Tooltip {...tooltip(colors)} formatter={(value) => formatNumber(Number(value))} />
        <Legend
          iconSize={10}
          itemSorter={null}
          wrapperStyle={{ fontSize: 12 }}
          formatter={(name) => <span style={{ color: colors.neutral800 }}>{name}</span>}
        />
        {statuses.map((status, index) => (
          <Bar
            key={status.key}
            dataKey={({ [status.key]: count }: Record<string, unknown>) => (count ?? 0) as number}
            name={statusName(status)}
            stackId="bills"
            fill={palette(colors)[index]}
            cursor="pointer"
            isAnimationActive={false}
            onClick={open as never}
          />
        ))}
      </BarChart>
    </Chart>
  );
}
