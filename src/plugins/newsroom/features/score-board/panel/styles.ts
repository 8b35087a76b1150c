import { styled } from 'styled-components';

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

const cell = `
  box-sizing: border-box;
  flex: none;
  overflow: hidden;
  padding: 6px 8px;
`;

export const Corner = styled.div`
  ${cell}
  position: sticky;
  left: 0;
  z-index: 3;
  width: ${NAMES}px;
  height: ${HEAD}px;
  background: ${({ theme }) => theme.colors.neutral100};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

export const ColumnHead = styled.div`
  ${cell}
  width: ${COLUMN}px;
  height: ${HEAD}px;
  font-weight: 600;
  color: ${({ theme }) => theme.colors.neutral800};
  background: ${({ theme }) => theme.colors.neutral100};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-left: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

export const RowHead = styled.div`
  ${cell}
  position: sticky;
  left: 0;
  z-index: 1;
  width: ${NAMES}px;
  height: ${ROW}px;
  color: ${({ theme }) => theme.colors.neutral800};
  background: ${({ theme }) => theme.colors.neutral100};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

export const Cell = styled.div<{ $isMissing: boolean; $isSelected: boolean; $isActive: boolean }>`
  ${cell}
  display: flex;
  gap: 8px;
  align-items: center;
  width: ${COLUMN}px;
  height: ${ROW}px;
  cursor: cell;
  user-select: none;
  color: ${({ theme }) => theme.colors.neutral800};
  background: ${({ theme, $isMissing, $isSelected }) =>
    $isSelected ? theme.colors.primary100 : $isMissing ? theme.colors.warning100 : theme.colors.neutral0};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-left: 1px solid ${({ theme }) => theme.colors.neutral200};
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
