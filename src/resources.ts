import { act } from './api/act/resource';
import { actDir } from './api/act-dir/resource';
import { actFeature } from './api/act-feature/resource';
import { bill } from './api/bill/resource';
import { billDataSet } from './api/bill-data-set/resource';
import { caucus } from './api/caucus/resource';
import { citizenEmails } from './api/citizen-email/endpoints';
import { citizenEmail } from './api/citizen-email/resource';
import { committee } from './api/committee/resource';
import { dataReport } from './api/data-report/resource';
import { doc } from './api/doc/resource';
import { figure } from './api/figure/resource';
import { generalTopic } from './api/general-topic/resource';
import { govAgency, publicGovAgencies } from './api/gov-agency/resource';
import { history } from './api/history/endpoints';
import { insight } from './api/insight/resource';
import { legislativeStep, publicLegislativeSteps } from './api/legislative-step/resource';
import { parkEvent } from './api/park-event/resource';
import { party } from './api/party/resource';
import { persona } from './api/persona/resource';
import { rep } from './api/rep/resource';
import { specificTopic } from './api/specific-topic/resource';
import { stQuestion } from './api/st-question/resource';
import { statementDataSet } from './api/statement-data-set/resource';
import { tag } from './api/tag/resource';
import { term } from './api/term/resource';
import { dateToTerm, termCaucuses, termDistricts, termParties, termSessions, uniqueDistricts } from './api/term/views';
import { timeline } from './api/timeline/resource';
import { timelineEvent } from './api/timeline-event/resource';
import { topicOverview } from './api/topic-overview/resource';
import { topicRelation } from './api/topic-relation/resource';
import { vote } from './api/vote/resource';
import { publicZones, zone } from './api/zone/resource';

/** All resources of the service. */
export const resources = [
  term,
  party,
  caucus,
  rep,
  generalTopic,
  specificTopic,
  actDir,
  stQuestion,
  act,
  actFeature,
  topicRelation,
  tag,
  legislativeStep,
  govAgency,
  committee,
  zone,
  persona,
  doc,
  bill,
  vote,
  billDataSet,
  statementDataSet,
  figure,
  dataReport,
  insight,
  timelineEvent,
  timeline,
  topicOverview,
  parkEvent,
];

/** All reads besides those of resources. */
export const views = [
  dateToTerm,
  uniqueDistricts,
  publicLegislativeSteps,
  publicGovAgencies,
  publicZones,
  termSessions,
  termParties,
  termCaucuses,
  termDistricts,
];

/** Resources that imports exclude, and that have operations of their own. */
export const accounts = [citizenEmail];

/** All operations besides those of resources and views. */
export const endpoints = [...citizenEmails, ...history];
