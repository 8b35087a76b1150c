import { Box } from '@strapi/design-system';
import type { ReactNode } from 'react';

/** What may be long in a question: it scrolls, so that the question's buttons stay in a low window. Strapi's dialog has no height of its own. */
export const QuestionScroll = ({ children }: { children: ReactNode }) => (
  <Box width="100%" overflow="auto" style={{ maxHeight: 'max(12rem, calc(100vh - 36rem))' }}>
    {children}
  </Box>
);
