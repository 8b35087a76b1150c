import { Pagination } from '@strapi/admin/strapi-admin';
import { Box, Button, Flex, Loader, Typography } from '@strapi/design-system';
import { type ReactNode, useState } from 'react';
import { groupBy } from '../../../../../common/maps';
import { useFetch } from '../../../panel/use-fetch';
import type { ChangeFilters, ChangeList, ListedChange } from '../shared/history';
import type { RestoreRequest } from '../shared/restore';
import { ChangeSummary } from './change-summary';
import { ChangeLine } from './entry';
import { RecordsOfChangeList } from './records-of-change';
import { RestoreDialog } from './restore-dialog';
import { TurnedPage } from './turned-page';
import type { LoadedList } from './use-list';
import { useText } from './use-text';

/** The beginning of a day in the editor's time zone, some days later, in epoch ms. */
const startOf = (day: string | undefined, later = 0): number | undefined => {
  if (!day) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return Number.isNaN(date.getTime()) ? undefined : date.getTime();
};

interface Props {
  filters: ChangeFilters;
  page: number;
}

/** A page of the changes that match filters, by days, each with its records and a button to take it back. */
export function ChangesOfPage(props: Props) {
  const { t } = useText();
  return (
    <TurnedPage label={t('changes')} page={props.page}>
      <LoadedPage {...props} />
    </TurnedPage>
  );
}

function LoadedPage({ filters: { from, to, ...filters }, page }: Props) {
  const { t } = useText();
  const query = { ...filters, since: startOf(from), until: startOf(to, 1), page };
  const { data, isFailed, refetch } = useFetch<ChangeList>(`/newsroom/history/changes?${textOf(query)}`);
  const [reverted, setReverted] = useState<RestoreRequest>();
  if (isFailed)
    return (
      <Flex direction="column" alignItems="start" gap={3}>
        <Typography textColor="danger600">{t('failed')}</Typography>
        <Button variant="tertiary" onClick={refetch}>
          {t('retry')}
        </Button>
      </Flex>
    );
  if (!data) return <Loader>{t('loading')}</Loader>;
  if (data.total === 0) return <Typography textColor="neutral600">{t('changes.none')}</Typography>;
  return (
    <>
      <Days rows={data.rows} onRevert={({ changes }) => setReverted({ kind: 'changes', changes })} />
      <Pagination.Root pageCount={Math.ceil(data.total / data.pageSize)} total={data.total}>
        <Typography variant="pi" textColor="neutral600">
          {t('changes.total', { count: data.total })}
          {data.hasOlder && ` ${t('changes.older')}`}
        </Typography>
        <Pagination.Links />
      </Pagination.Root>
      {reverted && (
        <RestoreDialog
          request={reverted}
          onClose={() => setReverted(undefined)}
          onDone={() => {
            setReverted(undefined);
            refetch();
          }}
        />
      )}
    </>
  );
}

const textOf = (query: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();

/** Changes under the days on which they were made, in the editor's time zone. */
function Days({ rows, onRevert }: { rows: ListedChange[]; onRevert(change: ListedChange): void }) {
  const { dateOf } = useText();
  const days = groupBy(rows, ({ at }) => dateOf(at));
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {[...days].map(([day, changes]) => (
        <Flex key={day} tag="section" aria-label={day} direction="column" alignItems="stretch" gap={2}>
          <Typography variant="delta" tag="h2">
            {day}
          </Typography>
          <Box tag="ul" background="neutral0" shadow="tableShadow" hasRadius>
            {changes.map((change) => (
              <ChangeRow key={change.change} change={change} onRevert={() => onRevert(change)} />
            ))}
          </Box>
        </Flex>
      ))}
    </Flex>
  );
}

/** The rows of a list with a button for more, or what it shows instead. */
export function Rows<T>({ list, none, children }: { list: LoadedList<T>; none: string; children: ReactNode }) {
  const { t } = useText();
  if (!list.isLoaded)
    return list.isFailed ? (
      <Flex direction="column" alignItems="start" gap={3}>
        <Typography textColor="danger600">{t('failed')}</Typography>
        <Button variant="tertiary" loading={list.isBusy} onClick={list.reload}>
          {t('retry')}
        </Button>
      </Flex>
    ) : (
      <Loader>{t('loading')}</Loader>
    );
  if (list.rows.length === 0) return <Typography textColor="neutral600">{none}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Box tag="ul" background="neutral0" shadow="tableShadow" hasRadius>
        {children}
      </Box>
      {list.isFailed && (
        <Typography textColor="danger600" role="alert">
          {t('failed')}
        </Typography>
      )}
      {list.hasMore && (
        <Flex justifyContent="center">
          <Button variant="tertiary" loading={list.isBusy} onClick={list.more}>
            {t('more')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

/** A row of a list, with buttons on its right. */
export const Row = ({ buttons, children }: { buttons: ReactNode; children: ReactNode }) => (
  <Flex
    tag="li"
    gap={4}
    justifyContent="space-between"
    alignItems="flex-start"
    paddingTop={4}
    paddingBottom={4}
    paddingLeft={5}
    paddingRight={5}
    borderStyle="solid"
    borderWidth="0 0 1px 0"
    borderColor="neutral150"
  >
    <Flex direction="column" alignItems="stretch" gap={2} flex="1" minWidth={0}>
      {children}
    </Flex>
    <Flex gap={2} shrink={0}>
      {buttons}
    </Flex>
  </Flex>
);

function ChangeRow({ change, onRevert }: { change: ListedChange; onRevert(): void }) {
  const { t, actorOf, whenOf } = useText();
  const [isOpen, setIsOpen] = useState(false);
  const values = { who: actorOf(change.by), when: whenOf(change.at) };
  return (
    <Row
      buttons={
        <>
          <Button
            variant="tertiary"
            size="S"
            aria-expanded={isOpen}
            aria-label={t('change.records.label', values)}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'change.fold' : 'change.records')}
          </Button>
          <Button variant="tertiary" size="S" aria-label={t('change.revert.label', values)} onClick={onRevert}>
            {t('change.revert')}
          </Button>
        </>
      }
    >
      <ChangeLine change={change}>
        <ChangeSummary change={change} />
      </ChangeLine>
      {isOpen && <RecordsOfChangeList changes={change.changes} />}
    </Row>
  );
}
