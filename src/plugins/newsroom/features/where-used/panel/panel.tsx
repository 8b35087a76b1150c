import { useIntl } from 'react-intl';
import { panelOf } from '../../../shared/panels';
import { Boundary } from '../../error-boundary/panel/boundary';
import { PanelContent } from './panel-content';

interface Props {
  model: string;
  documentId?: string;
  document?: { updatedAt?: string };
}

/** The side panel of a form that shows where its record is used; absent for a record that is not stored yet. */
export function WhereUsedPanel({ model, documentId, document }: Props) {
  const { formatMessage } = useIntl();
  if (!document || !documentId || !panelOf(model)) return null;
  return {
    title: formatMessage({ id: 'newsroom.where-used.title' }),
    content: (
      <Boundary>
        <PanelContent uid={model} documentId={documentId} writtenAt={document.updatedAt} />
      </Boundary>
    ),
  };
}
