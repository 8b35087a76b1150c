import { abilities } from './abilities';
import { accounts } from './accounts';
import builder from './builder';
import { contentImport } from './content-import';
import { days } from './days';
import { deskFeature } from './desk';
import type { Feature } from './feature';
import { homeFeature } from './home';
import { layout } from './layout';
import { panelFiles } from './panel-files';
import { rollCallFeature } from './roll-call';
import { scoreBoardFeature } from './score-board';
import { topicMapFeature } from './topic-map';
import { whereUsedFeature } from './where-used';

/** What the editors' room adds to the server. */
export const features: Feature[] = [
  abilities,
  accounts,
  builder,
  layout,
  panelFiles,
  days,
  deskFeature,
  rollCallFeature,
  scoreBoardFeature,
  topicMapFeature,
  whereUsedFeature,
  homeFeature,
  contentImport,
];
