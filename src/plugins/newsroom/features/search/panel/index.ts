import { type Feature, textsOf } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { SearchBox } from './search-box';

/** One box, opened by keys anywhere in the panel, for records of all kinds, pages, and what one can do. */
const search: Feature = {
  texts: textsOf('search', { en, zh }),
  register(app) {
    addGlobalComponent(app, 'search', SearchBox);
  },
};

export default search;
