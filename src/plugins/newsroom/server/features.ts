import { abilities } from '../features/abilities/server';
import { accounts } from '../features/accounts/server';
import { concurrentEdits } from '../features/concurrent-edits/server';
import { contentImport } from '../features/content-import/server';
import { contentTypeBuilder } from '../features/content-type-builder/server';
import { dateFields } from '../features/date-fields/server';
import { history } from '../features/history/server';
import { home } from '../features/home/server';
import { layout } from '../features/layout/server';
import { listFilters } from '../features/list-filters/server';
import { navigation } from '../features/navigation/server';
import { panelFiles } from '../features/panel-files/server';
import { presence } from '../features/presence/server';
import { rollCall } from '../features/roll-call/server';
import { savedViews } from '../features/saved-views/server';
import { scoreBoard } from '../features/score-board/server';
import { search } from '../features/search/server';
import { topicMap } from '../features/topic-map/server';
import { whereUsed } from '../features/where-used/server';
import type { Feature } from './feature';

/** The features with a server part, in the order in which they are registered. */
export const features: Feature[] = [
  abilities,
  accounts,
  contentTypeBuilder,
  layout,
  panelFiles,
  dateFields,
  navigation,
  rollCall,
  scoreBoard,
  topicMap,
  whereUsed,
  listFilters,
  savedViews,
  search,
  history,
  concurrentEdits,
  presence,
  home,
  contentImport,
];
