// Generates bills of realistic shape, with as many sponsors, steps, analysed articles and characters as those of a
// real parliament.
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomOf } from './random.mjs';

const COUNTS = {
  acts: 1100,
  reps: 600,
  rs_tags: 140,
  legislative_steps: 8,
  specific_topics: 60,
  act_features: 3000,
  terms: 9,
};
const SESSIONS = 8;
const DAY_MS = 86_400_000;
const SESSION_MS = 182 * DAY_MS;
const FIRST_DAY = Date.UTC(1990, 1, 1);
const SENTENCE = '為落實照顧弱勢並健全制度，爰擬具本法部分條文修正草案，是否有當，敬請公決。';

/** Writes bills, and the records that they refer to, into a new folder in `parent`; returns the folder. */
export async function generateData(parent, bills) {
  const folder = path.join(parent, 'generated');
  mkdirSync(folder);
  writeReferencedRecords(folder);
  await writeBills(path.join(folder, 'rs_bills.ndjson'), bills);
  return folder;
}

/** Writes the records that bills refer to, one file per resource. */
function writeReferencedRecords(folder) {
  const records = {
    acts: (id) => ({ id, title: `第${id}法`, official_seq_no: String(id), specific_topics: [] }),
    reps: (id) => ({ id, name: `委員${id}`, parties: [], terms: [], sessions: [] }),
    rs_tags: (id) => ({ id, name: `標籤${id}` }),
    legislative_steps: (id) => ({ id, name: `步驟${id}` }),
    specific_topics: (id) => ({
      id,
      title: `議題${id}`,
      index: id,
      description: SENTENCE,
      general_topics: [],
      act_dirs: [{ id, name: '方向', index: 1 }],
      st_questions: [],
    }),
    act_features: (id) => ({
      id,
      st: topicOf(id),
      act: 1 + (id % COUNTS.acts),
      act_dir: topicOf(id),
      feature: `第${id}條`,
      scale: [],
    }),
    terms: (index) => ({
      index,
      ...days((index - 1) * SESSIONS, SESSIONS),
      sessions: sessionsOf(index),
      ...NO_MEMBERS,
    }),
  };
  for (const [name, recordOf] of Object.entries(records)) {
    const lines = Array.from({ length: COUNTS[name] }, (_, index) => `${JSON.stringify(recordOf(index + 1))}\n`);
    writeFileSync(path.join(folder, `${name}.ndjson`), lines.join(''));
  }
}

const NO_MEMBERS = { parties: [], caucuses: [], districts: [] };

const sessionsOf = (term) =>
  Array.from({ length: SESSIONS }, (_, index) => ({
    session_index: index + 1,
    temp_session_index: 0,
    ...days((term - 1) * SESSIONS + index, 1),
  }));

/** The first and last day of `count` sessions, counted from the first session. */
const days = (session, count) => ({
  start_date: FIRST_DAY + session * SESSION_MS,
  end_date: FIRST_DAY + (session + count) * SESSION_MS - DAY_MS,
});

/** Writes bills to an NDJSON file, the same ones every time. */
async function writeBills(file, count) {
  await pipeline(Readable.from(lines(count)), createWriteStream(file));
}

function* lines(count) {
  const random = randomOf(20_160_201);
  const upTo = (highest) => 1 + random.below(highest);
  const several = (average, highest) => [
    ...new Set(Array.from({ length: Math.floor(random.next() * average * 2 + 0.5) }, () => upTo(highest))),
  ];
  for (let id = 1; id <= count; id += 1) {
    const session = Math.floor(((id - 1) / count) * COUNTS.terms * SESSIONS);
    const date = days(session, 1).start_date + (id % 180) * DAY_MS;
    yield `${JSON.stringify({
      id,
      act_id: upTo(COUNTS.acts),
      is_law: random.chance(0.1),
      version_no: String(1_000_000 + id),
      date,
      term_index: 1 + Math.floor(session / SESSIONS),
      session_index: 1 + (session % SESSIONS),
      temp_session_index: 0,
      principle_sponsor_type: 'rep',
      principle_sponsor_value: upTo(COUNTS.reps),
      sponsors: several(2.7, COUNTS.reps),
      cosponsors: several(12.4, COUNTS.reps),
      content: SENTENCE.repeat(upTo(9)),
      data_source_link: `https://bills.example/${id}/${'0123456789'.repeat(5)}`,
      tags: random.chance(0.05) ? [upTo(COUNTS.rs_tags)] : [],
      legislative_steps: several(1.3, COUNTS.legislative_steps).map((step) => ({ date, legislative_step_id: step })),
      st_questions: [],
      act_features: several(0.7, COUNTS.act_features).map((feature) => ({
        act_dir_id: topicOf(feature),
        act_feature_id: feature,
        short_content: SENTENCE,
        content: SENTENCE.repeat(4),
      })),
    })}\n`;
  }
}

const topicOf = (feature) => 1 + (feature % COUNTS.specific_topics);
