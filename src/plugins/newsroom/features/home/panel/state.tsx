import { Widget } from '@strapi/admin/strapi-admin';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Asked } from '../../../panel/use-answer';

/** A widget once its answer is there. */
export function Answered<T>({ asked, children }: { asked: Asked<T>; children: (data: T) => ReactNode }) {
  const { formatMessage } = useIntl();
  if (asked.isFailed) return <Widget.Error>{formatMessage({ id: 'newsroom.home.failed' })}</Widget.Error>;
  if (asked.data === undefined)
    return <Widget.Loading>{formatMessage({ id: 'newsroom.home.loading' })}</Widget.Loading>;
  return children(asked.data);
}

/** A widget that has nothing to show. */
export function Nothing({ id }: { id: string }) {
  const { formatMessage } = useIntl();
  return <Widget.NoData>{formatMessage({ id })}</Widget.NoData>;
}
