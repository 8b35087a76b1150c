import { GridNine } from '@strapi/icons';
import { type Feature, textsOf } from '../../../panel/feature';
import { lazyWithBoundary } from '../../error-boundary/panel/boundary';
import { SCORE_BOARD } from '../shared/score-board';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** Edits the scores of a data set as a grid of bills and act features. */
const scoreBoard: Feature = {
  texts: textsOf('score-board', { en, zh }),
  register(app) {
    app.customFields.register({
      name: SCORE_BOARD,
      pluginId: 'newsroom',
      type: 'json',
      icon: GridNine,
      intlLabel: { id: 'newsroom.score-board.name', defaultMessage: 'Score board' },
      intlDescription: { id: 'newsroom.score-board.description', defaultMessage: 'Scores of bills by act features' },
      components: { Input: lazyWithBoundary(() => import('./input')) as never },
    });
  },
};

export default scoreBoard;
