// A bill: read, updated, created, each with one statement.

/** Selects a bill with all nested rows; `$1` is its public id. */
export const one = detail('bills', 'where b.number = $1');

/** Sets its content to `$2` and returns it. */
export const update = `with changed as (update bills set content = $2, updated_at = now() where number = $1 returning *)
  ${detail('changed')}`;

/** Creates a bill without nested rows from the JSON object `$1` and returns it. */
export const create = `
  with body as materialized (select * from json_to_record($1) as x(act_id int, is_law boolean, version_no text, date bigint,
      term_index int, session_index int, temp_session_index int, principle_sponsor_value int, sponsors json, cosponsors json,
      content text, data_source_link text)),
    b as (insert into bills (document_id, is_law, version_no, date, term_index, session_index, temp_session_index, content,
        data_source_link, created_at, updated_at, published_at)
      select substr(md5(random()::text), 1, 24), is_law, version_no, timestamp 'epoch' + date * interval '1 ms', term_index,
        session_index, temp_session_index, content, data_source_link, now(), now(), now() from body returning id, number),
    act as (insert into bills_act_lnk (bill_id, act_id) select b.id, a.id from b, body join acts a on a.number = body.act_id),
    sponsor as (insert into bills_principle_sponsor_rep_lnk (bill_id, rep_id)
      select b.id, r.id from b, body join reps r on r.number = body.principle_sponsor_value),
    sponsors as (insert into bills_sponsors_lnk (bill_id, rep_id, rep_ord) ${members('sponsors')}),
    cosponsors as (insert into bills_cosponsors_lnk (bill_id, rep_id, rep_ord) ${members('cosponsors')})
  select to_json(r)::text from (
    select b.number as id, act_id, is_law, version_no, date, term_index, session_index, temp_session_index,
      'rep' as principle_sponsor_type, principle_sponsor_value, sponsors, cosponsors, content, data_source_link,
      null as progress_source_link, '[]'::json as tags, '[]'::json as legislative_steps, '[]'::json as st_questions,
      '[]'::json as act_features from b, body) r`;

function members(list) {
  return `select b.id, r.id, m.place from b, body, json_array_elements_text(body.${list}) with ordinality m(number, place)
    join reps r on r.number = m.number::int`;
}

function numbers(table, target, place) {
  return `(select coalesce(json_agg(t.number order by l.${place}), '[]')
    from ${table} l join ${target} t on t.id = l.${target === 'reps' ? 'rep' : 'tag'}_id where l.bill_id = b.id)`;
}

function rowsOf(field, table, columns, joins) {
  return `(select coalesce(json_agg(to_json(o)), '[]') from (
    select ${columns} from bills_cmps c join ${table} r on r.id = c.cmp_id ${joins}
    where c.entity_id = b.id and c.field = '${field}' order by c."order", c.id) o)`;
}

function detail(source, where = '') {
  return `select to_json(r)::text from (
  select b.number as id, (select a.number from bills_act_lnk l join acts a on a.id = l.act_id where l.bill_id = b.id) as act_id,
    b.is_law, b.version_no, (extract(epoch from b.date) * 1000)::bigint as date, b.term_index, b.session_index, b.temp_session_index,
    sponsor.type as principle_sponsor_type, sponsor.number as principle_sponsor_value,
    ${numbers('bills_sponsors_lnk', 'reps', 'rep_ord')} as sponsors,
    ${numbers('bills_cosponsors_lnk', 'reps', 'rep_ord')} as cosponsors,
    b.content, b.data_source_link, b.progress_source_link,
    ${numbers('bills_tags_lnk', 'tags', 'tag_ord')} as tags,
    ${rowsOf(
      'legislative_steps',
      'components_bill_legislative_steps',
      '(extract(epoch from r.date) * 1000)::bigint as date, s.number as legislative_step_id',
      `left join components_bill_legislative_steps_legislative_step_lnk l on l.legislative_step_id = r.id
       left join legislative_steps s on s.id = l.inv_legislative_step_id`,
    )} as legislative_steps,
    ${rowsOf(
      'st_questions',
      'components_bill_question_positions',
      't.number as st_id, q.number as st_question_id, r.position',
      `left join components_bill_question_positions_st_question_lnk l on l.question_position_id = r.id
       left join st_questions q on q.id = l.st_question_id left join st_questions_st_lnk k on k.st_question_id = q.id
       left join specific_topics t on t.id = k.specific_topic_id`,
    )} as st_questions,
    ${rowsOf(
      'act_features',
      'components_bill_feature_contents',
      't.number as st_id, d.number as act_dir_id, f.number as act_feature_id, r.short_content, r.content',
      `left join components_bill_feature_contents_act_dir_lnk l on l.feature_content_id = r.id
       left join act_dirs d on d.id = l.act_dir_id left join act_dirs_st_lnk k on k.act_dir_id = d.id
       left join specific_topics t on t.id = k.specific_topic_id
       left join components_bill_feature_contents_act_feature_lnk m on m.feature_content_id = r.id
       left join act_features f on f.id = m.act_feature_id`,
    )} as act_features
  from ${source} b left join lateral (
    select 'gov_agency' as type, g.number from bills_principle_sponsor_gov_agency_lnk l join gov_agencies g on g.id = l.gov_agency_id where l.bill_id = b.id
    union all select 'caucus', c.number from bills_principle_sponsor_caucus_lnk l join caucuses c on c.id = l.caucus_id where l.bill_id = b.id
    union all select 'rep', p.number from bills_principle_sponsor_rep_lnk l join reps p on p.id = l.rep_id where l.bill_id = b.id
    limit 1) sponsor on true
  ${where}) r`;
}
