import type { Feature } from '../../../panel/feature';
import texts from '../texts';
import { RollCallPanel } from './panel';

interface ContentManager {
  addEditViewSidePanel(panels: unknown[]): void;
}

/** The lists of a vote are entered by pasting the names as the minutes print them. */
const rollCall: Feature = {
  texts,
  bootstrap(app) {
    (app.getPlugin('content-manager').apis as unknown as ContentManager).addEditViewSidePanel([RollCallPanel]);
  },
};

export default rollCall;
