import { Search } from '@strapi/icons';
import { type KeyboardEventHandler, useState } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';

interface Props {
  /** Called with what is typed; not while an input method composes a character. */
  onText(text: string): void;
  onKeyDown: KeyboardEventHandler;
  listId: string;
  /** The id of the chosen line; undefined if there is none. */
  activeId: string | undefined;
}

/** The field of the search box, which keeps the focus. */
export function BoxField({ onText, onKeyDown, listId, activeId }: Props) {
  const { formatMessage } = useIntl();
  const [value, setValue] = useState('');
  return (
    <Row>
      <Search width="20" height="20" aria-hidden />
      <input
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={activeId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label={formatMessage({ id: 'newsroom.search.label' })}
        placeholder={formatMessage({ id: 'newsroom.search.placeholder' })}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target, nativeEvent }) => {
          setValue(target.value);
          if (!(nativeEvent as InputEvent).isComposing) onText(target.value);
        }}
        onCompositionEnd={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 1.2rem;
  padding: 1.6rem 2rem;
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
  color: ${({ theme }) => theme.colors.neutral500};

  &:focus-within {
    border-bottom-color: ${({ theme }) => theme.colors.primary600};
  }

  svg path {
    fill: currentcolor;
  }

  input {
    flex: 1;
    min-width: 0;
    border: 0;
    outline: 0;
    background: none;
    font: inherit;
    font-size: 1.6rem;
    color: ${({ theme }) => theme.colors.neutral800};
  }
`;
