import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { ChoiceLine } from './choice-line';
import type { ChoiceGroup } from './choices';

interface Props {
  id: string;
  /** The id of a line, by its place among those of all groups. */
  idOf(at: number): string;
  groups: ChoiceGroup[];
  /** The place of the chosen line. */
  index: number;
  onChoose(at: number): void;
  onOpen(at: number): void;
}

/** What the search box offers, by groups. */
export function ChoiceList({ id, idOf, groups, index, onChoose, onOpen }: Props) {
  const { formatMessage } = useIntl();
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { choices }) => sum + choices.length, 0));
  return (
    <List id={id} role="listbox" aria-label={formatMessage({ id: 'newsroom.search.list' })}>
      {groups.map(({ title, choices }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
        <div key={title} role="group" aria-label={title}>
          <Typography tag="div" variant="sigma" textColor="neutral600" aria-hidden>
            {title}
          </Typography>
          {choices.map((choice, at) => {
            const place = (starts[group] ?? 0) + at;
            return (
              <ChoiceLine
                key={choice.to}
                id={idOf(place)}
                choice={choice}
                isChosen={place === index}
                onPoint={() => onChoose(place)}
                onOpen={() => onOpen(place)}
              />
            );
          })}
        </div>
      ))}
    </List>
  );
}

const List = styled.div`
  flex: 1;
  overflow-y: auto;
  padding: 0.8rem;

  [role='group'] > div:first-child {
    padding: 0.8rem 1.2rem 0.4rem;
  }
`;
