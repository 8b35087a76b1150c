import { Box, Typography, VisuallyHidden } from '@strapi/design-system';
import { useIntl } from 'react-intl';

interface Props {
  text: string;
  count: number;
  isPending: boolean;
  isFailed: boolean;
  isTooSlow: boolean;
}

/** Says what has become of the search: to everybody where it has failed, was given up or found nothing, otherwise only to screen readers. */
export function BoxStatus({ text, count, isPending, isFailed, isTooSlow }: Props) {
  const { formatMessage } = useIntl();
  const t = (key: string, values?: Record<string, string | number>) =>
    formatMessage({ id: `newsroom.search.${key}` }, values);
  const isShown = !isPending && (isFailed || isTooSlow || count === 0);
  const shown = isFailed ? t('failed') : isTooSlow ? t('too-slow') : text === '' ? t('nothing') : t('none', { text });
  return (
    <div role="status">
      {isShown ? (
        <Box padding={5} paddingTop={0}>
          <Typography textColor={isFailed ? 'danger600' : 'neutral600'}>{shown}</Typography>
        </Box>
      ) : (
        <VisuallyHidden>{isPending ? t('searching') : t('found', { count })}</VisuallyHidden>
      )}
    </div>
  );
}
