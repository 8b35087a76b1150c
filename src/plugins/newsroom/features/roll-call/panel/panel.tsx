import { useForm } from '@strapi/admin/strapi-admin';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Feather } from '@strapi/icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { SidePanelProps } from '../../../panel/strapi/content-manager';
import { Boundary } from '../../error-boundary/panel/boundary';
import { RollCallDialog } from './dialog';
import { LISTS } from './lists';
import { useVote, type Vote } from './use-vote';

const VOTE = 'api::vote.vote';

/** The side panel of a vote: the size of its lists, and a button to paste names. */
export function RollCallPanel({ model, documentId }: SidePanelProps) {
  const { formatMessage } = useIntl();
  if (model !== VOTE) return null;
  return {
    title: formatMessage({ id: 'newsroom.roll-call.title' }),
    content: (
      <Boundary>
        <RollCall documentId={documentId} />
      </Boundary>
    ),
  };
}

function RollCall({ documentId }: { documentId: string | undefined }) {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const isDisabled = useForm('RollCall', ({ disabled }) => disabled);
  const vote = useVote(VOTE, documentId);
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Totals vote={vote} />
      {vote.term === null && (
        <Typography variant="pi" textColor="neutral600">
          {formatMessage({ id: 'newsroom.roll-call.no-term' })}
        </Typography>
      )}
      <Button
        variant="secondary"
        fullWidth
        startIcon={<Feather />}
        loading={vote.state === 'loading'}
        disabled={isDisabled || vote.state !== 'ready' || vote.term === null}
        onClick={() => setIsOpen(true)}
      >
        {formatMessage({ id: 'newsroom.roll-call.open' })}
      </Button>
      {isOpen && vote.term !== null && <RollCallDialog vote={vote} term={vote.term} onClose={() => setIsOpen(false)} />}
    </Flex>
  );
}

function Totals({ vote }: { vote: Vote }) {
  const { formatMessage } = useIntl();
  return (
    <Flex tag="dl" gap={4} wrap="wrap">
      {LISTS.map((list) => (
        <Flex key={list} direction="column" alignItems="flex-start">
          <Typography tag="dt" variant="pi" textColor="neutral600">
            {formatMessage({ id: `newsroom.roll-call.${list}` })}
          </Typography>
          <Typography tag="dd" fontWeight="semiBold">
            {vote.relations[list].rows
              ? formatMessage(
                  { id: vote.totals[list] === undefined ? 'newsroom.roll-call.count' : 'newsroom.roll-call.count.of' },
                  { count: vote.relations[list].rows.length, total: vote.totals[list] },
                )
              : '…'}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
}
