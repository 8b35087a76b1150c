// What a service could do at best: an HTTP server, a pool, one statement written by hand; no credentials, no errors.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c jit=off -c plan_cache_mode=force_generic_plan',
});

const BILLS = `
  select json_build_object('rows', (
    select coalesce(json_agg(json_build_object(
      'id', b.number,
      'specific_topics', (
        with own as (
          select t.number, t.title, t.index from bills_cmps c
            join components_bill_feature_contents_act_dir_lnk d on d.feature_content_id = c.cmp_id
            join act_dirs_st_lnk s on s.act_dir_id = d.act_dir_id join specific_topics t on t.id = s.specific_topic_id
            where c.entity_id = b.id and c.field = 'act_features'
          union select t.number, t.title, t.index from bills_cmps c
            join components_bill_question_positions_st_question_lnk q on q.question_position_id = c.cmp_id
            join st_questions_st_lnk s on s.st_question_id = q.st_question_id join specific_topics t on t.id = s.specific_topic_id
            where c.entity_id = b.id and c.field = 'st_questions')
        select coalesce(json_agg(json_build_object('id', x.number, 'title', x.title) order by x.index, x.number), '[]')
        from (select * from own union all
          select t.number, t.title, t.index from bills_act_lnk l join acts_specific_topics_lnk a on a.act_id = l.act_id
            join specific_topics t on t.id = a.specific_topic_id where l.bill_id = b.id and not exists (select 1 from own)) x),
      'act', (select json_build_object('id', a.number, 'title', a.title) from bills_act_lnk l join acts a on a.id = l.act_id where l.bill_id = b.id),
      'is_law', b.is_law, 'version_no', b.version_no, 'date', (extract(epoch from b.date) * 1000)::bigint,
      'term_index', b.term_index, 'session_index', b.session_index,
      'principle_sponsor_type', s.type,
      'principle_sponsor_value', s.value,
      'principle_sponsor_parties', case s.type
        when 'rep' then (select coalesce(json_agg(json_build_object('id', p.number, 'name', p.name, 'abbreviation', p.abbreviation, 'color', p.color, 'emblem', p.emblem)), '[]')
          from (select p.* from reps_cmps c join components_rep_parties m on m.id = c.cmp_id
            join components_rep_parties_party_lnk l on l.party_id = m.id join parties p on p.id = l.inv_party_id
            where c.entity_id = s.row and c.field = 'parties'
            order by coalesce(m.term_index = b.term_index and (b.date is null or m.start_date is null or m.start_date <= b.date), false) desc,
              m.term_index desc nulls last, m.start_date desc nulls last, c."order" desc limit 1) p)
        else '[]' end
    ) order by b.date desc nulls last, b.number desc), '[]')
    from (select id from bills order by date desc nulls last, number desc limit 20 offset $1) page join bills b on b.id = page.id
    left join lateral (
      select 'rep' as type, r.id as row, json_build_object('id', r.number, 'name', r.name) as value
        from bills_principle_sponsor_rep_lnk l join reps r on r.id = l.rep_id where l.bill_id = b.id
      union all select 'caucus', c.id, json_build_object('id', c.number, 'name', c.name)
        from bills_principle_sponsor_caucus_lnk l join caucuses c on c.id = l.caucus_id where l.bill_id = b.id
      union all select 'gov_agency', g.id, json_build_object('id', g.number, 'name', g.name)
        from bills_principle_sponsor_gov_agency_lnk l join gov_agencies g on g.id = l.gov_agency_id where l.bill_id = b.id
      limit 1) s on true
  ), 'totalRowCount', (select count(*) from bills))::text`;

const VOTES = `
  select json_build_object('rows', (
    select json_agg(json_build_object('id', v.number,
      'st', (select json_build_object('id', t.number, 'title', t.title) from votes_st_lnk l join specific_topics t on t.id = l.specific_topic_id where l.vote_id = v.id),
      'date', (extract(epoch from v.date) * 1000)::bigint, 'term_index', v.term_index, 'session_index', v.session_index, 'title', v.title,
      'aye_count', (select count(*) from votes_aye_lnk l where l.vote_id = v.id),
      'abstain_count', (select count(*) from votes_abstain_lnk l where l.vote_id = v.id),
      'nay_count', (select count(*) from votes_nay_lnk l where l.vote_id = v.id),
      'absence_count', (select count(*) from votes_absence_lnk l where l.vote_id = v.id),
      'community_link', v.community_link, 'source_link', v.source_link) order by v.date desc nulls last, v.number desc)
    from (select id from votes order by date desc nulls last, number desc limit 20 offset $1) page join votes v on v.id = page.id
  ), 'totalRowCount', (select count(*) from votes))::text`;

const STATEMENTS = { '/bills': BILLS, '/votes': VOTES };

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://bare');
  const page = Number(url.searchParams.get('page') ?? 1);
  if (url.pathname === '/constant')
    return response.setHeader('content-type', 'application/json').end('{"rows":[],"totalRowCount":0}');
  const text = STATEMENTS[url.pathname];
  const { rows } = await pool.query({ name: url.pathname, text, values: [(page - 1) * 20], rowMode: 'array' });
  response.setHeader('content-type', 'application/json').end(rows[0][0]);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
