import { createGlobalStyle } from 'styled-components';
import { ROW_BUTTONS } from '../../../panel/strapi/markup';

/** Keeps a row's buttons visible when its columns overflow. */
export const ListStyle = createGlobalStyle`
  ${ROW_BUTTONS} {
    position: sticky;
    inset-inline-end: 0;
    background: ${({ theme }) => theme.colors.neutral0};
  }
`;
