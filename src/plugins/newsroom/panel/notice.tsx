import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, Information, WarningCircle } from '@strapi/icons';
import type { ReactNode } from 'react';

const KINDS = {
  success: { color: 'success', Icon: CheckCircle },
  danger: { color: 'danger', Icon: WarningCircle },
  warning: { color: 'warning', Icon: WarningCircle },
  info: { color: 'secondary', Icon: Information },
} as const;

/** A prominent message. */
export function Notice({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const { color, Icon } = KINDS[kind];
  return (
    <Box
      background={`${color}100`}
      borderColor={`${color}200`}
      padding={3}
      hasRadius
      role={kind === 'danger' ? 'alert' : 'status'}
    >
      <Flex gap={3} alignItems="flex-start">
        <Box paddingTop="2px" aria-hidden>
          <Icon fill={`${color}600`} width="1.6rem" height="1.6rem" />
        </Box>
        <Typography tag="div" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {children}
        </Typography>
      </Flex>
    </Box>
  );
}
