import { type Feature, textsOf } from '../../../panel/feature';
import { addSidePanel } from '../../../panel/strapi/content-manager';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { RollCallPanel } from './panel';

/** Fills the lists of a vote from names pasted as the minutes print them. */
const rollCall: Feature = {
  texts: textsOf('roll-call', { en, zh }),
  bootstrap(app) {
    addSidePanel(app, RollCallPanel);
  },
};

export default rollCall;
