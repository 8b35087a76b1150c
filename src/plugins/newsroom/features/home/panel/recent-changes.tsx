import { Flex } from '@strapi/design-system';
import { useFetch } from '../../../panel/use-fetch';
import { ChangeSummary } from '../../history/panel/change-summary';
import { ChangeLine } from '../../history/panel/entry';
import type { ChangeList } from '../../history/shared/history';
import { EmptyWidget, WidgetBody } from './widget-body';

/** The latest changes, with who made them. */
export function RecentChanges() {
  const request = useFetch<ChangeList>('/newsroom/history/changes?limit=15');
  return (
    <WidgetBody request={request}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyWidget id="newsroom.home.changes.none" />
        ) : (
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {rows.map((change) => (
              <li key={change.change}>
                <ChangeLine change={change}>
                  <ChangeSummary change={change} />
                </ChangeLine>
              </li>
            ))}
          </Flex>
        )
      }
    </WidgetBody>
  );
}
