import { createGlobalStyle } from 'styled-components';

/** What can be done with a record stays in sight beside columns that need more room than there is. */
export const ListStyle = createGlobalStyle`
  main table > tbody > tr > td:last-child:has(button) {
    position: sticky;
    inset-inline-end: 0;
    background: ${({ theme }) => theme.colors.neutral0};
  }
`;
