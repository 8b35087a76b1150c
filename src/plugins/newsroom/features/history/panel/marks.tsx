import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Json } from '../../../../../common/json';

/** An item of a list, or a nested row, and what became of it. */
export interface ListedItem {
  state: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  value: Json;
}

/** Marks what a change removed. */
export const Removed = styled.del`
  background: ${({ theme }) => theme.colors.danger100};
  color: ${({ theme }) => theme.colors.danger700};
  border-radius: 2px;
  padding: 0 2px;
`;

/** Marks what a change added. */
export const Added = styled.ins`
  background: ${({ theme }) => theme.colors.success100};
  color: ${({ theme }) => theme.colors.success700};
  border-radius: 2px;
  padding: 0 2px;
  text-decoration: none;
`;

const Passage = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.7;
`;

/** A value as it is stored, with its line breaks. */
export const Value = ({ children }: { children: ReactNode }) => (
  <Typography tag="div">
    <Passage>{children}</Passage>
  </Typography>
);
