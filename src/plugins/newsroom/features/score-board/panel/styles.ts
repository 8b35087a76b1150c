import { css, styled } from 'styled-components';

/** Sizes in pixels. Fixed, because only the visible rows are rendered. */
export const ROW = 56;
export const HEAD = 64;
export const NAMES = 240;
export const COLUMN = 168;

export const Table = styled.div`
  position: relative;
  overflow: auto;
  max-height: 62vh;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  font-size: 1.4rem;
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }
`;

export const Row = styled.div`
  display: flex;
  width: max-content;
  min-width: 100%;
`;

const cell = css`
  box-sizing: border-box;
  flex: none;
  overflow: hidden;
  padding: 6px 8px;
  color: ${({ theme }) => theme.colors.neutral800};
  background: ${({ theme }) => theme.colors.neutral100};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

/** A cell in the column of names, which stays when the grid scrolls. */
const nameCell = css`
  ${cell}
  position: sticky;
  left: 0;
  width: ${NAMES}px;
`;

/** A cell in the column of an act feature. */
const featureCell = css`
  ${cell}
  width: ${COLUMN}px;
  border-left: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

export const Corner = styled.div`
  ${nameCell}
  z-index: 3;
  height: ${HEAD}px;
`;

export const ColumnHead = styled.div`
  ${featureCell}
  height: ${HEAD}px;
  font-weight: 600;
`;

export const RowHead = styled.div`
  ${nameCell}
  z-index: 1;
  height: ${ROW}px;
`;

export const Cell = styled.div<{ $isMissing: boolean; $isSelected: boolean; $isActive: boolean }>`
  ${featureCell}
  display: flex;
  gap: 8px;
  align-items: center;
  height: ${ROW}px;
  cursor: cell;
  user-select: none;
  background: ${({ theme, $isMissing, $isSelected }) =>
    $isSelected ? theme.colors.primary100 : $isMissing ? theme.colors.warning100 : theme.colors.neutral0};
  box-shadow: ${({ theme, $isActive }) => ($isActive ? `inset 0 0 0 2px ${theme.colors.primary600}` : 'none')};
`;

export const Score = styled.span`
  flex: none;
  min-width: 2.4rem;
  font-size: 1.6rem;
  font-weight: 600;
  text-align: right;
`;

export const Draft = styled.input`
  width: 5rem;
  padding: 4px;
  border: 1px solid ${({ theme }) => theme.colors.primary600};
  border-radius: 2px;
  font: inherit;
  font-size: 1.6rem;
  font-weight: 600;
  text-align: right;
  color: inherit;
  background: ${({ theme }) => theme.colors.neutral0};
`;

export const Clamped = styled.span`
  display: -webkit-box;
  overflow: hidden;
  font-size: 1.2rem;
  line-height: 1.4;
  color: ${({ theme }) => theme.colors.neutral600};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
