import { type Feature, textsOf } from '../../../panel/feature';
import { addSidePanel, injectComponent } from '../../../panel/strapi/content-manager';
import { addToDeleteQuestions } from '../../../panel/strapi/delete-questions';
import { watchRejections } from '../../../panel/strapi/rejections';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { DeletionQuestion } from './deletion-question';
import { WhereUsedPanel } from './panel';
import { ReferenceFilter } from './reference-filter';
import { RefusalDialog } from './refusal-dialog';
import { watchDeletes } from './refusals';

/** Shows what refers to a record, beside its form and when a delete is refused. */
const whereUsed: Feature = {
  texts: textsOf('where-used', { en, zh }),
  register(app) {
    watchRejections(app, watchDeletes);
  },

  bootstrap(app) {
    addSidePanel(app, WhereUsedPanel);
    addToDeleteQuestions(app, withBoundary(DeletionQuestion));
    const dialog = withBoundary(RefusalDialog);
    injectComponent(app, 'editView.right-links', 'refusal', dialog);
    injectComponent(app, 'listView.actions', 'refusal', dialog);
    injectComponent(app, 'listView.actions', 'reference-filter', withBoundary(ReferenceFilter));
  },
};

export default whereUsed;
