import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { keyNames } from './keys';

/** The keys of the search box. */
export function BoxFooter() {
  const { formatMessage } = useIntl();
  const keys = [
    ['↑ ↓', 'choose'],
    ['↵', 'open'],
    [keyNames().tab, 'tab'],
    ['Esc', 'close'],
  ];
  return (
    <Flex gap={5} paddingTop={3} paddingBottom={3} paddingLeft={5} paddingRight={5} background="neutral100" wrap="wrap">
      {keys.map(([key, text]) => (
        <Typography key={text} variant="pi" textColor="neutral600">
          <kbd>{key}</kbd> {formatMessage({ id: `newsroom.search.keys.${text}` })}
        </Typography>
      ))}
    </Flex>
  );
}
