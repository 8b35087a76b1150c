import type { Feature } from '../../../panel/feature';
import { inLanguage } from '../../../panel/language';
import { addHook, type ColumnsHook } from '../../../panel/strapi/hooks';
import { panelByName } from '../../../shared/panels';
import { DetailsCell } from './details-cell';

/** A column of what tells the records of a list from their namesakes: a member's party, terms and district. */
const rowDetails: Feature = {
  bootstrap(app) {
    addHook(app, 'columns', addDetails);
  },
};

function addDetails(hook: ColumnsHook): ColumnsHook {
  const panel = panelByName(hook.layout.settings.displayName);
  const label = panel?.list.details;
  if (!label || hook.displayedHeaders.length === 0) return hook;
  const column = {
    name: 'newsroom_details',
    label: { id: 'newsroom.column.details', defaultMessage: inLanguage(label) },
    attribute: { type: 'custom' },
    searchable: false,
    sortable: false,
    cellFormatter: ({ documentId }: Record<string, unknown>) =>
      DetailsCell({ uid: panel.uid, documentId: String(documentId) }),
  };
  return { ...hook, displayedHeaders: [...hook.displayedHeaders, column] };
}

export default rowDetails;
