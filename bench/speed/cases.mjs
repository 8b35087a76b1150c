// The cases: the path for ours and the bare server, and that for a plain Strapi.
import { stock } from '../stock/queries.mjs';

const DATE = Date.UTC(2024, 4, 17);
const SENTENCE = '為落實照顧弱勢並健全制度，爰擬具本法部分條文修正草案，是否有當，敬請公決。';

/** All cases; writes come last, since they change the data. */
export function casesOf(facts) {
  const { deepPage, topic, party, bill, term, related, part } = facts;
  const reads = [
    { name: 'bills, page 1', path: 'rs_bills', stock: stock.bills(1) },
    { name: `bills, page ${deepPage}`, path: `rs_bills?page=${deepPage}`, stock: stock.bills(deepPage) },
    { name: 'bills of a topic', path: `rs_bills?st=${topic}`, stock: stock.billsOfTopic(topic) },
    {
      name: "bills of a sponsor's party",
      path: `rs_bills?principle_sponsor_party=${party}`,
      stock: stock.billsOfParty(party),
    },
    { name: 'bills, all', path: 'rs_bills?all', stock: stock.allBills() },
    { name: 'votes, page 1', path: 'rs_votes', stock: stock.votes(1) },
    { name: 'a bill', path: `rs_bills/${bill.number}`, stock: stock.bill(bill.document), isDetail: true },
    { name: 'a term', path: `terms/${term.number}`, stock: stock.term(term.document), isDetail: true },
    {
      name: 'a term, as browsers ask (gzip)',
      path: `terms/${term.number}`,
      stock: stock.term(term.document),
      headers: { 'accept-encoding': 'gzip' },
      isDetail: true,
    },
    { name: 'specific topics', path: 'specific_topics', stock: stock.topics() },
    {
      name: 'topic relations, either way',
      path: `topic_relations?from_type=Specific_Topic&from_id=${related}`,
      stock: stock.relations(related),
    },
    { name: 'acts by a part of the title', path: `acts?title=${encodeURIComponent(part)}`, stock: stock.acts(part) },
    { name: 'bills, page 1, unchanged (304)', path: 'rs_bills', stock: stock.bills(1), isConditional: true },
  ];
  return [
    ...reads.map((each) => ({ ...each, path: `/console/lab/${each.path}` })),
    updateCase(facts),
    createCase(facts),
  ];
}

function updateCase({ written }) {
  const nextTurn = counter();
  const content = (turn) => `${SENTENCE}${turn}`;
  return {
    name: 'a bill is changed',
    isWrite: true,
    next: () => {
      const turn = nextTurn();
      return {
        method: 'PATCH',
        path: `/console/lab/rs_bills/${written[turn % written.length].number}`,
        body: { content: content(turn) },
      };
    },
    stockNext: () => {
      const turn = nextTurn();
      return {
        method: 'PUT',
        path: `/api/bills/${written[turn % written.length].document}`,
        body: { data: { content: content(turn) } },
      };
    },
    status: 200,
  };
}

function createCase({ reps, act }) {
  const [first, ...others] = reps;
  const plain = {
    is_law: false,
    date: DATE,
    term_index: 9,
    session_index: 5,
    temp_session_index: 0,
    version_no: '委員提案第1號',
    content: SENTENCE.repeat(5),
    data_source_link: 'https://bills.example/1',
  };
  const members = (key) => ({
    sponsors: others.slice(0, 3).map((rep) => rep[key]),
    cosponsors: others.slice(3).map((rep) => rep[key]),
  });
  const ours = {
    ...plain,
    act_id: act.number,
    principle_sponsor_type: 'rep',
    principle_sponsor_value: first.number,
    ...members('number'),
    act_features: [],
  };
  const data = {
    ...plain,
    date: new Date(DATE).toISOString(),
    act: act.id,
    principle_sponsor_rep: first.id,
    ...members('id'),
  };
  return {
    name: 'a bill is made',
    isWrite: true,
    next: () => ({ method: 'POST', path: '/console/lab/rs_bills', body: ours }),
    stockNext: () => ({ method: 'POST', path: '/api/bills', body: { data } }),
    status: 201,
  };
}

function counter() {
  let turn = 0;
  return () => (turn += 1);
}
