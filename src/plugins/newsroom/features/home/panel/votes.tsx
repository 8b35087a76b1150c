import { Box, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Bar, BarChart, Tooltip, XAxis, YAxis } from 'recharts';
import { useFetch } from '../../../panel/use-fetch';
import type { VotesInMonth } from '../shared/home';
import { Chart, tick, tooltip, useColors } from './chart';
import { monthsOf } from './series';
import { EmptyWidget, WidgetBody } from './widget-body';

/** A chart of roll-call votes by month in one term; the latest term at first. */
export function Votes() {
  const request = useFetch<VotesInMonth[]>('/newsroom/home/votes');
  return (
    <WidgetBody request={request}>
      {(rows) => (rows.length === 0 ? <EmptyWidget id="newsroom.home.votes.none" /> : <VotesChart rows={rows} />)}
    </WidgetBody>
  );
}

function VotesChart({ rows }: { rows: VotesInMonth[] }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const colors = useColors();
  const terms = [...new Set(rows.map(({ term }) => term))].sort((a, b) => b - a);
  const [selection, setSelection] = useState<number>();
  const term = selection ?? terms[0] ?? 0;
  const termName = (each: number) => formatMessage({ id: 'newsroom.home.term' }, { term: each });
  const months = monthsOf(rows, term);
  const monthName = (month: string) =>
    formatDate(`${month}-01T00:00:00Z`, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const table = {
    caption: formatMessage({ id: 'newsroom.home.votes.of' }, { term }),
    head: [formatMessage({ id: 'newsroom.home.votes.month' }), formatMessage({ id: 'newsroom.home.votes.count' })],
    rows: months.map(({ month, count }) => [monthName(month), count]),
  };
  return (
    <>
      <Box maxWidth="16rem" paddingBottom={2}>
        <SingleSelect
          size="S"
          aria-label={formatMessage({ id: 'newsroom.home.votes.term' })}
          value={String(term)}
          onChange={(value) => setSelection(Number(value))}
        >
          {terms.map((each) => (
            <SingleSelectOption key={each} value={String(each)}>
              {termName(each)}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Box>
      <Chart height={210} table={table}>
        <BarChart data={months} margin={{ top: 4, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <XAxis
            dataKey="month"
            tickFormatter={monthName}
            tick={tick(colors)}
            stroke={colors.neutral300}
            tickLine={false}
            minTickGap={16}
          />
          <YAxis tick={tick(colors)} stroke={colors.neutral300} allowDecimals={false} width="auto" />
          <Tooltip
            {...tooltip(colors)}
            labelFormatter={(month) => monthName(String(month))}
            formatter={(value) => formatNumber(Number(value))}
          />
          <Bar
            dataKey="count"
            name={table.head[1]}
            fill={colors.primary600}
            isAnimationActive={false}
            radius={[3, 3, 0, 0]}
          />
        </BarChart>
      </Chart>
    </>
  );
}
