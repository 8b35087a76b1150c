import { Typography } from '@strapi/design-system';
import type { MouseEvent } from 'react';
import { useHref } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Choice } from './choices';

interface Props {
  id: string;
  choice: Choice;
  isChosen: boolean;
  /** Called when the mouse moves over it. */
  onPoint(): void;
  onOpen(): void;
}

/** A line of the search box: a link, so that the browser opens it in a new tab as it does others. */
export function ChoiceLine({ id, choice: { title, note, number, to }, isChosen, onPoint, onOpen }: Props) {
  const address = useHref(to);
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Line
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      href={address}
      onMouseMove={isChosen ? undefined : onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={click}
    >
      <span>
        <Typography tag="span" textColor="neutral800">
          {title}
        </Typography>{' '}
        {note && (
          <Typography tag="span" variant="pi" textColor="neutral600">
            {note}
          </Typography>
        )}{' '}
      </span>
      {number !== undefined && (
        <Typography tag="span" variant="pi" textColor="neutral600">
          #{number}
        </Typography>
      )}
    </Line>
  );
}

const Line = styled.a`
  display: flex;
  justify-content: space-between;
  align-items: baseline;
  gap: 1.6rem;
  padding: 0.8rem 1.2rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  text-decoration: none;
  overflow-wrap: anywhere;

  &[aria-selected='true'] {
    background: ${({ theme }) => theme.colors.primary100};
  }

  > span:first-child > span + span {
    margin-inline-start: 1.2rem;
  }
`;
