import { GridNine } from '@strapi/icons';
import type { Feature } from '../../../panel/feature';
import { guardedPage } from '../../error-boundary/panel/boundary';
import { SCORE_BOARD } from '../shared/score-board';
import texts from '../texts';

/** Scores of a data set as a grid of bills and act features. */
const scoreBoard: Feature = {
  texts,
  register(app) {
    app.customFields.register({
      name: SCORE_BOARD,
      pluginId: 'room',
      type: 'json',
      icon: GridNine,
      intlLabel: { id: 'room.score-board.name', defaultMessage: 'Score board' },
      intlDescription: { id: 'room.score-board.description', defaultMessage: 'Scores of bills by act features' },
      components: { Input: guardedPage(() => import('./input')) as never },
    });
  },
};

export default scoreBoard;
