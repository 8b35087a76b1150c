import { type Feature, textsOf } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { QuestionDialog } from './question-dialog';
import { askBeforeChildrenGo } from './removed-children';

/** A form that deletes records by being saved says so before. */
const removedChildren: Feature = {
  texts: textsOf('removed-children', { en, zh }),
  register(app) {
    askBeforeChildrenGo();
    addGlobalComponent(app, 'removed-children', QuestionDialog);
  },
};

export default removedChildren;
