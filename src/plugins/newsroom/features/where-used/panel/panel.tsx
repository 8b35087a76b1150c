import { useIntl } from 'react-intl';
import type { SidePanelProps } from '../../../panel/strapi/content-manager';
import { panelOf } from '../../../shared/panels';
import { Boundary } from '../../error-boundary/panel/boundary';
import { PanelContent } from './panel-content';

/** The side panel of a form that shows where its record is used; absent for a record that is not stored yet. */
export function WhereUsedPanel({ model, documentId, document }: SidePanelProps) {
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
