import { Flex, IconButton, Typography } from '@strapi/design-system';
import { ArrowLeft, ArrowRight } from '@strapi/icons';
import { useText } from './use-text';

interface Props {
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
}

/** Links to the other pages of a list; renders nothing for a single page. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const { t, formatNumber } = useText();
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  return (
    <Flex gap={3} justifyContent="flex-end" paddingTop={3}>
      <Typography variant="pi" textColor="neutral600" role="status">
        {t('pager', {
          from: formatNumber((page - 1) * pageSize + 1),
          to: formatNumber(Math.min(total, page * pageSize)),
          total: formatNumber(total),
        })}
      </Typography>
      <IconButton label={t('pager.before')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ArrowLeft />
      </IconButton>
      <IconButton label={t('pager.after')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ArrowRight />
      </IconButton>
    </Flex>
  );
}
