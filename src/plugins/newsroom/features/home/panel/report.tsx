import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Badge, Button, Flex, Loader, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useEffect } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { type FetchState, useFetch } from '../../../panel/use-fetch';
import { fieldLabel, nameOf } from '../../../shared/panels';
import { FindingSentence, useFindingTitle } from '../../findings/panel/sentence';
import { RecordLink } from '../../where-used/panel/record-link';
import type { IntegrityReport } from '../shared/home';
import { EmptyWidget, WidgetBody } from './widget-body';

const PATH = '/newsroom/home/report';
const POLL_MS = 1500;

/** The findings of the integrity report by kind, each linked to its record. */
export function ReportWidget() {
  const request = useReport();
  return (
    <WidgetBody request={request}>
      {(report) => (
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Head report={report} check={request.check} />
          {report.at && report.kinds.length === 0 && <EmptyWidget id="newsroom.home.report.none" />}
          {report.kinds.map((kind) => (
            <Kind key={kind.code} {...kind} faults={report.faults.filter(({ code }) => code === kind.code)} />
          ))}
        </Flex>
      )}
    </WidgetBody>
  );
}

function Head({ report: { at, isRunning, records }, check }: { report: IntegrityReport; check: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <Flex justifyContent="space-between" gap={2}>
      <Typography variant="pi" textColor="neutral600" aria-live="polite">
        {isRunning && formatMessage({ id: 'newsroom.home.report.running' })}
        {!isRunning && at && (
          <>
            <FormattedDate value={at} dateStyle="medium" timeStyle="short" />
            {' · '}
            {formatMessage({ id: 'newsroom.home.report.records' }, { records })}
          </>
        )}
      </Typography>
      <Button
        size="S"
        variant="tertiary"
        startIcon={isRunning ? <Loader small /> : <ArrowClockwise />}
        disabled={isRunning}
        onClick={check}
      >
        {formatMessage({ id: 'newsroom.home.report.check' })}
      </Button>
    </Flex>
  );
}

function Kind({ code, count, faults }: IntegrityReport['kinds'][number] & { faults: IntegrityReport['faults'] }) {
  const { formatMessage, formatNumber, locale } = useIntl();
  const language = languageOf(locale);
  const titleOf = useFindingTitle();
  const hidden = count - faults.length;
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={2}>
      <Flex justifyContent="space-between" gap={2}>
        <Typography tag="h3" fontWeight="bold">
          {titleOf(code)}
        </Typography>
        <Badge>{formatNumber(count)}</Badge>
      </Flex>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {faults.map((fault) => (
          <RecordLink key={`${fault.uid} ${fault.number} ${fault.path}`} uid={fault.uid} record={fault}>
            {[nameOf(fault.uid, language), fieldLabel(fault.uid, fault.path, language)].filter(Boolean).join(' · ')}
            <FindingSentence code={code} message={fault.message} />
          </RecordLink>
        ))}
      </Flex>
      {hidden > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {formatMessage({ id: 'newsroom.home.report.more' }, { count: hidden })}
        </Typography>
      )}
    </Flex>
  );
}

/** Fetches the integrity report, and polls while one is being made. `check` starts a new one. */
function useReport(): FetchState<IntegrityReport> & { check(): void } {
  const { post } = useFetchClient();
  const request = useFetch<IntegrityReport>(PATH);
  const { data, refetch } = request;
  useEffect(() => {
    if (!data?.isRunning) return;
    const timer = setTimeout(refetch, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, refetch]);
  return { ...request, check: () => void post(PATH).then(refetch, refetch) };
}
