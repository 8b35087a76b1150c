import { useIntl } from 'react-intl';
import { PanelContent } from './panel-content';
import { panelFor } from './words';

interface Props {
  model: string;
  documentId?: string;
  document?: { updatedAt?: string };
}

/** The side panel of a form that tells where its record is used; nothing for a record that is not stored yet. */
export function WhereUsedPanel({ model, documentId, document }: Props) {
  const { formatMessage } = useIntl();
  if (!document || !documentId || !panelFor(model)) return null;
  return {
    title: formatMessage({ id: 'room.where-used.title' }),
    content: <PanelContent uid={model} documentId={documentId} writtenAt={document.updatedAt} />,
  };
}
