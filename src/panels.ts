import { act } from './api/act/panel';
import { actDir } from './api/act-dir/panel';
import { actFeature } from './api/act-feature/panel';
import { bill } from './api/bill/panel';
import { billDataSet } from './api/bill-data-set/panel';
import { caucus } from './api/caucus/panel';
import { citizenEmail } from './api/citizen-email/panel';
import { committee } from './api/committee/panel';
import { dataReport } from './api/data-report/panel';
import { doc } from './api/doc/panel';
import { figure } from './api/figure/panel';
import { generalTopic } from './api/general-topic/panel';
import { govAgency } from './api/gov-agency/panel';
import { insight } from './api/insight/panel';
import { legislativeStep } from './api/legislative-step/panel';
import { parkEvent } from './api/park-event/panel';
import { party } from './api/party/panel';
import { persona } from './api/persona/panel';
import { rep } from './api/rep/panel';
import { specificTopic } from './api/specific-topic/panel';
import { stQuestion } from './api/st-question/panel';
import { statementDataSet } from './api/statement-data-set/panel';
import { tag } from './api/tag/panel';
import { term } from './api/term/panel';
import { timeline } from './api/timeline/panel';
import { timelineEvent } from './api/timeline-event/panel';
import { topicOverview } from './api/topic-overview/panel';
import { topicRelation } from './api/topic-relation/panel';
import { vote } from './api/vote/panel';
import { zone } from './api/zone/panel';
import { score } from './components/act-feature/panels/score.panel';
import { featureContent, legislativeStepRow, questionPosition } from './components/bill/panels/rows.panel';
import { figureRow } from './components/data-report/panels/figure.panel';
import { collaborator } from './components/park-event/panels/collaborator.panel';
import { committeeSeat, partyMembership, termServed } from './components/rep/panels/rows.panel';
import { caucusInTerm, district, session } from './components/term/panels/rows.panel';
import { relatedLink } from './components/topic-overview/panels/related-link.panel';

/** The content types of the panel. The navigation groups them by `task` and keeps this order within each task. */
export const panels = [
  term,
  rep,
  party,
  caucus,
  committee,
  govAgency,
  legislativeStep,
  zone,
  bill,
  act,
  generalTopic,
  specificTopic,
  topicRelation,
  actDir,
  stQuestion,
  tag,
  vote,
  statementDataSet,
  topicOverview,
  insight,
  dataReport,
  timeline,
  timelineEvent,
  persona,
  doc,
  actFeature,
  billDataSet,
  figure,
  parkEvent,
  citizenEmail,
];

/** The components: rows of lists in the forms. */
export const componentPanels = [
  legislativeStepRow,
  questionPosition,
  featureContent,
  score,
  partyMembership,
  termServed,
  committeeSeat,
  session,
  caucusInTerm,
  district,
  figureRow,
  relatedLink,
  collaborator,
];
