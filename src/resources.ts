import { act } from './api/act/resource';
import { actDir } from './api/act-dir/resource';
import { actFeature } from './api/act-feature/resource';
import { bill } from './api/bill/resource';
import { caucus } from './api/caucus/resource';
import { committee } from './api/committee/resource';
import { doc } from './api/doc/resource';
import { generalTopic } from './api/general-topic/resource';
import { govAgency, publicGovAgencies } from './api/gov-agency/resource';
import { legislativeStep, publicLegislativeSteps } from './api/legislative-step/resource';
import { party } from './api/party/resource';
import { persona } from './api/persona/resource';
import { rep } from './api/rep/resource';
import { specificTopic } from './api/specific-topic/resource';
import { stQuestion } from './api/st-question/resource';
import { tag } from './api/tag/resource';
import { term } from './api/term/resource';
import { dateToTerm, termCaucuses, termDistricts, termParties, termSessions, uniqueDistricts } from './api/term/views';
import { topicRelation } from './api/topic-relation/resource';
import { vote } from './api/vote/resource';
import { publicZones, zone } from './api/zone/resource';

/** Every resource of the service. */
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
];

/** Every read of its own beside them. */
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
