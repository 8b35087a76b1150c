import { faultsOf, get, patch, post } from '../support/client';
import { idsOf, make, requiredBody, resourceByKind, unique, uniqueIndex } from '../support/factory';

const VOTES = '/console/lab/rs_votes';

async function members(count: number): Promise<number[]> {
  const made: number[] = [];
  for (let each = 0; each < count; each += 1) made.push((await make('rep')).id);
  return made;
}

describe('a vote', () => {
  it('lists its members in the detail, and counts them in the row', async () => {
    const [a, b, c, d, e, f] = await members(6);
    const [topic, tag, term] = [await make('specific-topic'), await make('tag'), uniqueIndex()];
    const fields = {
      date: 1_463_097_600_000,
      term_index: term,
      session_index: 1,
      temp_session_index: 0,
      title: unique('第三案'),
      community_link: 'https://community.example/3',
      source_link: 'https://ly.example/3',
    };
    const body = {
      content: '照黨團協商條文通過',
      aye: [c, a, b],
      nay: [e],
      abstain: [],
      absence: [f, d],
      tags: [tag.id],
    };
    const { id } = (await post(VOTES, { ...fields, ...body, st_id: topic.id })).body;
    expect((await get(`${VOTES}/${id}`)).body).toEqual({ id, st_id: topic.id, ...fields, ...body });
    const { rows } = (await get(`${VOTES}?term=${term}`)).body;
    const { temp_session_index: _, ...shown } = fields;
    expect(rows).toEqual([
      {
        id,
        st: { id: topic.id, title: topic.title },
        ...shown,
        aye_count: 3,
        abstain_count: 0,
        nay_count: 1,
        absence_count: 2,
      },
    ]);
  });

  it('has empty lists and no links where none are given', async () => {
    const vote = await make('vote');
    expect(vote).toMatchObject({ aye: [], nay: [], abstain: [], absence: [], tags: [], community_link: null });
    const [row] = (await get(`${VOTES}?st=${vote.st_id}`)).body.rows;
    expect(row).toMatchObject({ aye_count: 0, abstain_count: 0, nay_count: 0, absence_count: 0 });
  });

  it('refuses a member in two of its lists', async () => {
    const [a, b, c] = await members(3);
    const body = { ...(await requiredBody(resourceByKind('vote'))), aye: [a, b], nay: [c, a], absence: [c] };
    const answer = await post(VOTES, body);
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['absence[0] DUPLICATE', 'nay[1] DUPLICATE']]);
  });

  it('refuses a member twice in one list', async () => {
    const [a, b] = await members(2);
    const vote = await make('vote');
    expect(faultsOf(await patch(`${VOTES}/${vote.id}`, { abstain: [a, b, a] }))).toEqual(['abstain[2] DUPLICATE']);
    expect(faultsOf(await patch(`${VOTES}/${vote.id}`, { abstain: [a, { id: a }] }))).toEqual(['abstain[1] DUPLICATE']);
    expect((await get(`${VOTES}/${vote.id}`)).body.abstain).toEqual([]);
  });

  it('refuses a list that contradicts one which stays as it is', async () => {
    const [a, b] = await members(2);
    const vote = await make('vote', { aye: [a, b] });
    const answer = await patch(`${VOTES}/${vote.id}`, { nay: [b] });
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['nay[0] DUPLICATE']]);
    const moved = await patch(`${VOTES}/${vote.id}`, { aye: [a], nay: [b] });
    expect(moved.body).toMatchObject({ aye: [a], nay: [b] });
    const swapped = await patch(`${VOTES}/${vote.id}`, { aye: [b], nay: [a] });
    expect(swapped.body).toMatchObject({ aye: [b], nay: [a] });
    expect((await get(`${VOTES}/${vote.id}`)).body).toMatchObject({ aye: [b], nay: [a] });
  });

  it('names each member whom it does not know, by its place', async () => {
    const [a] = await members(1);
    const vote = await make('vote');
    const answer = await patch(`${VOTES}/${vote.id}`, {
      aye: [a, 2_147_483_647],
      nay: [2_147_483_646],
      tags: [2_147_483_645],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      ['aye[1] UNKNOWN_REFERENCE', 'nay[0] UNKNOWN_REFERENCE', 'tags[0] UNKNOWN_REFERENCE'],
    ]);
  });

  it('may have a date outside of its session, and a session that no term has', async () => {
    const index = uniqueIndex();
    await make('term', {
      index,
      start_date: '2016-02-01',
      end_date: '2020-01-31',
      sessions: [{ session_index: 1, temp_session_index: 0, start_date: '2016-02-01', end_date: '2016-07-15' }],
    });
    const vote = await make('vote', { term_index: index, session_index: 1, temp_session_index: 0, date: '2031-12-24' });
    expect(vote.date).toBe(1_955_836_800_000);
    expect((await patch(`${VOTES}/${vote.id}`, { session_index: 9, temp_session_index: 3 })).body).toMatchObject({
      session_index: 9,
      temp_session_index: 3,
    });
  });
});

describe('the list of votes', () => {
  it('is filtered by topic and term', async () => {
    const [topic, term] = [await make('specific-topic'), uniqueIndex()];
    const inTerm = await make('vote', { st_id: topic.id, term_index: term });
    const before = await make('vote', { st_id: topic.id });
    const elsewhere = await make('vote', { term_index: term });
    const list = async (query: string) => idsOf(await get(`${VOTES}?all&${query}`));
    expect(await list(`st=${topic.id}`)).toEqual([before.id, inTerm.id]);
    expect(await list(`term=${term}`)).toEqual([elsewhere.id, inTerm.id]);
    expect(await list(`st=${topic.id}&term=${term}`)).toEqual([inTerm.id]);
    expect(await list(`st=${elsewhere.st_id}&term=${before.term_index}`)).toEqual([]);
    expect(await list(`st=${topic.id}&term=`)).toEqual([before.id, inTerm.id]);
  });

  it('shows the newest first, and of one date the highest identifier', async () => {
    const topic = await make('specific-topic');
    const ids: number[] = [];
    for (const date of ['1969-12-31', '2016-02-01', '2016-02-02', '2016-02-01']) {
      ids.push((await make('vote', { st_id: topic.id, date })).id);
    }
    expect(idsOf(await get(`${VOTES}?st=${topic.id}`))).toEqual([ids[2], ids[3], ids[1], ids[0]]);
    await patch(`${VOTES}/${ids[0]}`, { date: '2016-02-03' });
    expect(idsOf(await get(`${VOTES}?st=${topic.id}`))).toEqual([ids[0], ids[2], ids[3], ids[1]]);
  });

  it('counts each member once, whatever else the vote has', async () => {
    const [a, b, c] = await members(3);
    const tags = [(await make('tag')).id, (await make('tag')).id];
    const vote = await make('vote', { aye: [a, b, c], tags });
    const count = async () => (await get(`${VOTES}?st=${vote.st_id}`)).body.rows[0].aye_count;
    expect(await count()).toBe(3);
    await patch(`${VOTES}/${vote.id}`, { aye: [b] });
    expect(await count()).toBe(1);
  });
});
