import { type Feature, textsOf } from '../../../panel/feature';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { RollCallPanel } from './panel';

interface ContentManager {
  addEditViewSidePanel(panels: unknown[]): void;
}

/** Fills the lists of a vote from names pasted as the minutes print them. */
const rollCall: Feature = {
  texts: textsOf('roll-call', { en, zh }),
  bootstrap(app) {
    (app.getPlugin('content-manager').apis as unknown as ContentManager).addEditViewSidePanel([RollCallPanel]);
  },
};

export default rollCall;
