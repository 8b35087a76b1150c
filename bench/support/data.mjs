import { appendFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateData } from './generated-bills.mjs';
import { root, runProgram } from './programs.mjs';

const COUNTS = {
  bills: 12_000,
  votes: 2_700,
  reps: 600,
  parties: 12,
  topics: 980,
  topicsOfBills: 60,
  acts: 1100,
  relations: 2_000,
};
const MEMBERS = 113;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1990, 1, 1);
const REAL_DATA = path.resolve(root, '..', 'shared', 'data', 'taiwan');

/** The folder of real data next to the repository; undefined if there is none. */
export const realDataFolder = () => (existsSync(REAL_DATA) ? REAL_DATA : undefined);

/**
 * Imports the files of a folder, or generated data of the same size and shape, into a database with our tables;
 * generates topic relations if there are none. Returns a description.
 */
export async function importData({ dataDir, environment, query }, folder = realDataFolder()) {
  const importFrom = (source) => runProgram(['dist/src/cli/content.js', 'import', source], environment);
  if (!folder) {
    const generated = await generateData(dataDir, COUNTS.bills);
    writeFurtherRecords(generated);
    await importFrom(generated);
  } else {
    await importFrom(path.resolve(folder));
    if (!readdirSync(folder).some((name) => name.startsWith('topic_relations.'))) {
      const generated = mkdtempSync(path.join(dataDir, 'relations-'));
      write(generated, 'topic_relations', relations(await publicIdsOf(query)));
      await importFrom(generated);
    }
  }
  await query('vacuum analyze');
  return folder ? 'data of a real parliament' : 'generated data';
}

/** Writes what bills do not refer to: parties, votes, more topics, topic relations. */
function writeFurtherRecords(folder) {
  const topics = range(COUNTS.topics);
  write(
    folder,
    'parties',
    range(COUNTS.parties).map((id) => ({
      id,
      name: `第${id}黨`,
      abbreviation: `${id}黨`,
      color: '#1B9431',
      emblem: `/images/parties/${id}.png`,
    })),
  );
  write(
    folder,
    'reps',
    range(COUNTS.reps).map((id) => ({ id, name: `委員${id}`, ...historyOf(id) })),
  );
  write(
    folder,
    'general_topics',
    range(260).map((id) => ({
      id,
      title: `母題${id}`,
      index: id,
      image: `/images/general_topics/${id}.jpg`,
      description: '說明',
      specific_topics: topics.slice(COUNTS.topicsOfBills).filter((topic) => topic % 260 === id % 260),
    })),
  );
  const furtherTopics = topics.slice(COUNTS.topicsOfBills).map((id) => ({
    id,
    title: `議題${id}`,
    index: id,
    description: '說明',
    general_topics: [1 + ((id - 1) % 260)],
    act_dirs: [{ id, name: '方向', index: 1 }],
    st_questions: [],
  }));
  appendFileSync(path.join(folder, 'specific_topics.ndjson'), lines(furtherTopics));
  write(folder, 'rs_votes', range(COUNTS.votes).map(vote));
  write(folder, 'topic_relations', relations({ topics, acts: range(COUNTS.acts), bills: range(COUNTS.bills) }));
}

const historyOf = (id) => ({
  parties: [9, 8].map((term) => ({
    term_index: term,
    party: 1 + ((id + term) % COUNTS.parties),
    caucus: null,
    start_date: null,
  })),
  terms: [9, 8].map((term) => ({
    term_index: term,
    change_type: 'assume_office_through_regular_election',
    district_name: `第${id % 73}選區`,
  })),
  sessions: [],
});

function vote(id) {
  const members = range(MEMBERS).map((seat) => 1 + ((id * 7 + seat) % COUNTS.reps));
  return {
    id,
    st_id: 1 + (id % COUNTS.topics),
    date: FIRST_DAY + id * DAY_MS,
    term_index: 9,
    session_index: 1 + (id % 8),
    temp_session_index: 0,
    title: `第${id}案表決`,
    content: '表決的內容。'.repeat(30),
    aye: members.slice(0, 60),
    nay: members.slice(60, 90),
    abstain: [],
    absence: members.slice(90),
    source_link: `https://votes.example/${id}`,
    tags: [],
  };
}

/** Relations from topics to other topics, acts and bills, in both directions. */
function relations({ topics, acts, bills }) {
  const targets = { Specific_Topic: topics, Act: acts, Bill: bills };
  return range(COUNTS.relations).map((id) => {
    const type = Object.keys(targets)[id % 3];
    const other = { type, id: targets[type][(id * 17) % targets[type].length] };
    const topic = { type: 'Specific_Topic', id: topics[(id * 7) % Math.min(topics.length, 100)] };
    const [from, to] = id % 2 ? [topic, other] : [other, topic];
    return {
      id,
      from_type: from.type,
      from_id: from.id,
      to_type: to.type,
      to_id: to.id,
      is_directional: id % 5 === 0,
      weight: id % 10,
    };
  });
}

async function publicIdsOf(query) {
  const of = async (table) => (await query(`select number from ${table} order by number`)).map(({ number }) => number);
  return { topics: await of('specific_topics'), acts: await of('acts'), bills: await of('bills') };
}

const range = (count) => Array.from({ length: count }, (_, index) => index + 1);
const lines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const write = (folder, name, records) => writeFileSync(path.join(folder, `${name}.ndjson`), lines(records));
