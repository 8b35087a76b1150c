import { Box, VisuallyHidden } from '@strapi/design-system';
import type { ReactElement } from 'react';
import { ResponsiveContainer } from 'recharts';
import { type DefaultTheme, useTheme } from 'styled-components';

/** The colours of the panel's theme, light or dark. */
export type Colors = DefaultTheme['colors'];

export const useColors = (): Colors => useTheme().colors;

/** Text style of an axis. */
export const tick = (colors: Colors) => ({ fill: colors.neutral600, fontSize: 12 });

/** Style of a bar's tooltip. */
export const tooltip = (colors: Colors) => ({
  contentStyle: {
    background: colors.neutral0,
    border: `1px solid ${colors.neutral150}`,
    borderRadius: 4,
    color: colors.neutral800,
    fontSize: 12,
  },
  labelStyle: { color: colors.neutral800, fontWeight: 600 },
  cursor: { fill: colors.neutral150, opacity: 0.5 },
});

interface Props {
  height: number;
  /** The chart's data, for screen readers. */
  table: { caption: string; head: string[]; rows: (string | number)[][] };
  children: ReactElement;
}

/** A chart with an equivalent table for screen readers. */
export function Chart({ height, table, children }: Props) {
  return (
    <Box position="relative">
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={height}>
          {children}
        </ResponsiveContainer>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{table.caption}</caption>
          <thead>
            <tr>
              {table.head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([first, ...others]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {others.map((value, index) => (
                  <td key={table.head[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Box>
  );
}
