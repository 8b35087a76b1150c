import { Search } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { keyNames } from './keys';

/** The button of the search box in the navigation, with the keys that do the same. */
export function BoxButton({ onClick }: { onClick(): void }) {
  const { formatMessage } = useIntl();
  const { box, shortcut } = keyNames();
  return (
    <Button
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcut}
      aria-label={formatMessage({ id: 'newsroom.search.open' }, { shortcut: box })}
    >
      <Search width="20" height="20" aria-hidden />
      <kbd>{box}</kbd>
    </Button>
  );
}

const Button = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 2px;
  padding: 0.6rem 0.4rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  color: ${({ theme }) => theme.colors.neutral500};
  cursor: pointer;

  kbd {
    font: inherit;
    font-size: 1rem;
    white-space: nowrap;
  }

  svg path {
    fill: currentcolor;
  }

  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }
`;
