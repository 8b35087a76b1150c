import { Flex, Grid, Link, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { panels } from '../../../../../panels';
import { languageOf } from '../../../panel/language';
import { useAnswer } from '../../../panel/use-answer';
import { Answered } from './state';

/** How many records there are of each content type, helpers left out, with the way to them. */
export function Counts() {
  const { locale, formatNumber } = useIntl();
  const asked = useAnswer<Record<string, number>>('/newsroom/desk/counts');
  const language = languageOf(locale);
  return (
    <Answered asked={asked}>
      {(counts) => (
        <Grid.Root tag="ul" gap={2}>
          {panels
            .filter(({ uid, helper }) => !helper && uid in counts)
            .map(({ uid, plural }) => (
              <Grid.Item key={uid} tag="li" col={4} s={6} xs={6} alignItems="stretch">
                <Flex
                  direction="column"
                  alignItems="flex-start"
                  width="100%"
                  padding={3}
                  background="neutral100"
                  hasRadius
                >
                  <Typography variant="beta" textColor={counts[uid] ? 'neutral800' : 'neutral500'}>
                    {formatNumber(counts[uid] ?? 0)}
                  </Typography>
                  <Link tag={NavLink} to={`/content-manager/collection-types/${uid}`}>
                    {plural[language]}
                  </Link>
                </Flex>
              </Grid.Item>
            ))}
        </Grid.Root>
      )}
    </Answered>
  );
}
