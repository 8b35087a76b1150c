import { createGlobalStyle } from 'styled-components';

/** Keeps a row's buttons visible when its columns overflow. */
export const ListStyle = createGlobalStyle`
  main table > tbody > tr > td:last-child:has(button) {
    position: sticky;
    inset-inline-end: 0;
    background: ${({ theme }) => theme.colors.neutral0};
  }
`;
