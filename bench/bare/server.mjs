// The upper bound for a service: Koa, a pool, one hand-written statement per response; no credentials, no error
// handling. `PUT /constant` stores a body, `GET /constant` returns it: the floor.
import { createHash } from 'node:crypto';
import Koa from 'koa';
import pg from 'pg';
import * as bill from './statements/bill.mjs';
import * as bills from './statements/bills.mjs';
import * as relations from './statements/relations.mjs';
import * as terms from './statements/terms.mjs';
import * as topics from './statements/topics.mjs';
import * as votes from './statements/votes.mjs';

const PAGE_SIZE = 20;

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c jit=off -c plan_cache_mode=force_generic_plan',
});

let constant = '';

const LISTS = {
  rs_bills: ({ all, st, principle_sponsor_party: party, page = 1 }) => {
    if (all !== undefined) return rows('all bills', bills.all);
    if (st) return paged('bills of topic', bills.pageOfTopic, page, st);
    return party ? paged('bills of party', bills.pageOfParty, page, party) : paged('bills', bills.page, page);
  },
  rs_votes: ({ page = 1 }) => paged('votes', votes.page, page),
  specific_topics: () => rows('topics', topics.specific),
  acts: ({ title }) => rows('acts', topics.actsByTitle, title),
  topic_relations: ({ from_id: id }) => rows('relations', relations.ofTopic, id),
};
const DETAILS = {
  rs_bills: (number) => one('bill', bill.one, number),
  terms: (index) => one('term', terms.one, index),
};

const app = new Koa();
// Clients disconnect once they have their data; the benchmark checks every status itself.
app.silent = true;
app.use(async (context) => {
  const [, first, , name, number] = context.path.split('/');
  context.type = 'application/json; charset=utf-8';
  if (first === 'constant') return answerConstant(context);
  if (context.method === 'POST') context.body = await one('create', bill.create, await bodyOf(context));
  else if (context.method === 'PATCH')
    context.body = await one('update', bill.update, number, JSON.parse(await bodyOf(context)).content);
  else context.body = await (number ? DETAILS[name](number) : LISTS[name](context.query));
  if (context.method === 'POST') context.status = 201;
  if (context.get('if-none-match')) answerConditional(context);
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));

async function answerConstant(context) {
  if (context.method === 'PUT') constant = await bodyOf(context);
  if (context.get('if-none-match')) context.status = 304;
  else context.body = constant;
}

/**
 * Hashes the text as the entity tag: without versions, a server must build the response to know that it is unchanged.
 */
function answerConditional(context) {
  context.etag = createHash('sha1').update(context.body).digest('base64url');
  context.status = 200;
  if (context.fresh) context.status = 304;
}

async function paged(name, text, page, ...filters) {
  const [[found, count]] = await query(name, text, [(page - 1) * PAGE_SIZE, ...filters]);
  const [number, total] = [Number(page), Number(count)];
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const paging = {
    page: number,
    pages,
    pageSize: PAGE_SIZE,
    previous: number > 1 ? number - 1 : null,
    next: number < pages ? number + 1 : null,
  };
  return `{"rows":${found},"totalRowCount":${total},"paging":${JSON.stringify(paging)}}`;
}

async function rows(name, text, ...values) {
  const found = await query(name, text, values);
  const paging = { page: 1, pages: 1, pageSize: found.length, previous: null, next: null };
  const isPaged = name === 'all bills' ? `,"paging":${JSON.stringify(paging)}` : '';
  return `{"rows":[${found.map(([row]) => row).join(',')}],"totalRowCount":${found.length}${isPaged}}`;
}

const one = async (name, text, ...values) => (await query(name, text, values))[0][0];

const query = async (name, text, values) => (await pool.query({ name, text, values, rowMode: 'array' })).rows;

async function bodyOf({ req }) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
