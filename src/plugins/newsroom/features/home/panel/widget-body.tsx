import { Widget } from '@strapi/admin/strapi-admin';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { FetchState } from '../../../panel/use-fetch';

/** A widget's body: its data once loaded, or else its loading or error state. */
export function WidgetBody<T>({ request, children }: { request: FetchState<T>; children: (data: T) => ReactNode }) {
  const { formatMessage } = useIntl();
  if (request.isFailed) return <Widget.Error>{formatMessage({ id: 'newsroom.home.failed' })}</Widget.Error>;
  if (request.data === undefined)
    return <Widget.Loading>{formatMessage({ id: 'newsroom.home.loading' })}</Widget.Loading>;
  return children(request.data);
}

/** A widget that has nothing to show. */
export function EmptyWidget({ id }: { id: string }) {
  const { formatMessage } = useIntl();
  return <Widget.NoData>{formatMessage({ id })}</Widget.NoData>;
}
