import { Flex, Grid, Link, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { panels } from '../../../../../panels';
import { languageOf } from '../../../panel/language';
import { contentTypePath } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import { WidgetBody } from './widget-body';

/** The number of records of each content type except helpers, linked to their lists. */
export function Counts() {
  const { locale, formatNumber } = useIntl();
  const request = useFetch<Record<string, number>>('/newsroom/desk/counts');
  const language = languageOf(locale);
  return (
    <WidgetBody request={request}>
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
                  <Link tag={NavLink} to={contentTypePath(uid)}>
                    {plural[language]}
                  </Link>
                </Flex>
              </Grid.Item>
            ))}
        </Grid.Root>
      )}
    </WidgetBody>
  );
}
