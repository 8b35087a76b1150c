import { Flex, ProgressBar, Typography } from '@strapi/design-system';
import { useText } from './use-text';

/** A labelled progress bar; `part` is from 0 to 1. */
export function ProgressLine({ label, part }: { label: string; part: number }) {
  const { formatNumber } = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex justifyContent="space-between" gap={4}>
        <Typography role="status">{label}</Typography>
        <Typography textColor="neutral600" aria-hidden>
          {formatNumber(part, { style: 'percent' })}
        </Typography>
      </Flex>
      <ProgressBar value={Math.round(part * 100)} size="M" aria-label={label} style={{ width: '100%' }} />
    </Flex>
  );
}
