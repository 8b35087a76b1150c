import { abilities } from '../features/abilities/server';
import { accounts } from '../features/accounts/server';
import { contentImport } from '../features/content-import/server';
import { contentTypeBuilder } from '../features/content-type-builder/server';
import { days } from '../features/date-fields/server';
import { homeFeature } from '../features/home/server';
import { layout } from '../features/layout/server';
import { navigation } from '../features/navigation/server';
import { panelFiles } from '../features/panel-files/server';
import { rollCallFeature } from '../features/roll-call/server';
import { scoreBoardFeature } from '../features/score-board/server';
import { topicMapFeature } from '../features/topic-map/server';
import { whereUsedFeature } from '../features/where-used/server';
import type { Feature } from './feature';

/** The features with a server part, in the order in which they are registered. */
export const features: Feature[] = [
  abilities,
  accounts,
  contentTypeBuilder,
  layout,
  panelFiles,
  days,
  navigation,
  rollCallFeature,
  scoreBoardFeature,
  topicMapFeature,
  whereUsedFeature,
  homeFeature,
  contentImport,
];
