import { Layouts, Page } from '@strapi/admin/strapi-admin';
import { Accordion, Flex, Grid, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { useMay } from '../../../panel/permissions';
import { useFetch } from '../../../panel/use-fetch';
import { tasks } from '../../../shared/panel';
import { DeskViews } from '../../saved-views/panel/desk-views';
import { BackupWarning } from './backup-warning';
import { Card } from './card';
import { type Section, sections } from './order';

/** All content types that the editor may read, by task; helpers are collapsed at the end. */
export default function DeskPage() {
  const { formatMessage } = useIntl();
  const may = useMay();
  // The page works without the counts.
  const { data: counts = {} } = useFetch<Readonly<Record<string, number>>>('/newsroom/desk/counts');
  const readable = sections
    .map((section) => ({ ...section, panels: section.panels.filter(({ uid }) => may('read', uid)) }))
    .filter((section) => section.panels.length > 0);
  const cards = ({ panels }: Section) => (
    <Grid.Root gap={4}>
      {panels.map((panel) => (
        <Grid.Item key={panel.uid} col={4} s={6} xs={12} alignItems="stretch">
          <Card panel={panel} count={counts[panel.uid]} mayCreate={may('create', panel.uid)} />
        </Grid.Item>
      ))}
    </Grid.Root>
  );

  return (
    <Page.Main>
      <Page.Title>{formatMessage({ id: 'newsroom.navigation.title' })}</Page.Title>
      <Layouts.Header
        title={formatMessage({ id: 'newsroom.navigation.title' })}
        subtitle={formatMessage({ id: 'newsroom.navigation.subtitle' })}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={8} paddingBottom={8}>
          <BackupWarning />
          <DeskViews />
          {readable.map((section) =>
            section.key === 'helpers' ? (
              <Helpers key={section.key}>{cards(section)}</Helpers>
            ) : (
              <Task key={section.key} task={section.key}>
                {cards(section)}
              </Task>
            ),
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

function Task({ task, children }: { task: keyof typeof tasks; children: React.ReactNode }) {
  const { locale } = useIntl();
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={3} aria-labelledby={`newsroom-task-${task}`}>
      <Typography variant="beta" tag="h2" id={`newsroom-task-${task}`}>
        {tasks[task][languageOf(locale)]}
      </Typography>
      {children}
    </Flex>
  );
}

function Helpers({ children }: { children: React.ReactNode }) {
  const { formatMessage } = useIntl();
  return (
    <Accordion.Root>
      <Accordion.Item value="helpers">
        <Accordion.Header>
          <Accordion.Trigger>{formatMessage({ id: 'newsroom.navigation.helpers' })}</Accordion.Trigger>
        </Accordion.Header>
        <Accordion.Content>
          <Flex direction="column" alignItems="stretch" gap={3} padding={4}>
            <Typography variant="pi" textColor="neutral600">
              {formatMessage({ id: 'newsroom.navigation.helpers.summary' })}
            </Typography>
            {children}
          </Flex>
        </Accordion.Content>
      </Accordion.Item>
    </Accordion.Root>
  );
}
