import { Flex, Link, Typography } from '@strapi/design-system';
import { FormattedDate, FormattedRelativeTime, useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { recordPath } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import { nameOf, titleOf } from '../../../shared/panels';
import type { RecentChange } from '../shared/home';

import { EmptyWidget, WidgetBody } from './widget-body';

const DAY_MS = 86_400_000;

/** The latest changes, with their authors where known. */
export function RecentChanges() {
  const request = useFetch<RecentChange[]>('/newsroom/home/changes');
  return (
    <WidgetBody request={request}>
      {(changes) =>
        changes.length === 0 ? (
          <EmptyWidget id="newsroom.home.changes.none" />
        ) : (
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {changes.map((change) => (
              <Line key={`${change.uid} ${change.documentId}`} change={change} />
            ))}
          </Flex>
        )
      }
    </WidgetBody>
  );
}

function Line({ change }: { change: RecentChange }) {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  const { uid, documentId, at, isNew, by } = change;
  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Flex direction="column" alignItems="flex-start" gap={0} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link tag={NavLink} to={recordPath(uid, documentId)}>
          {titleOf(uid, change, language)}
        </Link>
        <Typography variant="pi" textColor="neutral600">
          {formatMessage(
            { id: isNew ? 'newsroom.home.changes.created' : 'newsroom.home.changes.changed' },
            { type: nameOf(uid, language), by: by ?? 'none' },
          )}
        </Typography>
      </Flex>
      <Typography variant="pi" textColor="neutral600" tag="time" dateTime={at} style={{ flexShrink: 0 }}>
        <When at={new Date(at)} />
      </Typography>
    </Flex>
  );
}

function When({ at }: { at: Date }) {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000);
  if (Date.now() - at.getTime() < DAY_MS)
    return <FormattedRelativeTime value={Math.min(seconds, 0)} numeric="auto" updateIntervalInSeconds={60} />;
  return <FormattedDate value={at} dateStyle="medium" />;
}
