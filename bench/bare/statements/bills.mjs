// Lists of bills. Each row is built from the link tables in place; tables that only lead to others are not read.

const ORDER = 'order by b.date desc nulls last, b.number desc nulls last';
const COLUMNS = 'b.id, b.number, b.is_law, b.version_no, b.date, b.term_index, b.session_index';

/**
 * A page and the total count; `$1` is the offset. The page is found in the index alone, which contains date and public
 * id.
 */
export const page = list(
  `page as materialized (select ${COLUMNS} from (select number from bills b ${ORDER} limit 20 offset $1) n
    join bills b on b.number = n.number)`,
  'select count(*) from bills',
);

/** Bills on a topic: by their own direction or question, else by their act; `$2` is the topic's public id. */
export const pageOfTopic = filtered(`
  with topic as (select id from specific_topics where number = $2)
  select c.entity_id as id from topic t join act_dirs_st_lnk s on s.specific_topic_id = t.id
    join components_bill_feature_contents_act_dir_lnk d on d.act_dir_id = s.act_dir_id
    join bills_cmps c on c.cmp_id = d.feature_content_id and c.field = 'act_features'
  union select c.entity_id from topic t join st_questions_st_lnk s on s.specific_topic_id = t.id
    join components_bill_question_positions_st_question_lnk q on q.st_question_id = s.st_question_id
    join bills_cmps c on c.cmp_id = q.question_position_id and c.field = 'st_questions'
  union select l.bill_id from topic t join acts_specific_topics_lnk a on a.specific_topic_id = t.id
    join bills_act_lnk l on l.act_id = a.act_id
    where not exists (select 1 from bills_cmps c where c.entity_id = l.bill_id and c.field in ('act_features', 'st_questions'))`);

/**
 * Bills whose principal sponsor was in a party on their date; `$2` is the party's public id. Numbers all memberships
 * in order first, so that the one that counts for a bill is a maximum.
 */
export const pageOfParty = filtered(`
  with party as materialized (select id from parties where number = $2),
    membership as materialized (select c.entity_id as rep, l.inv_party_id as party, m.term_index, m.start_date,
      row_number() over (order by m.term_index nulls first, m.start_date nulls first, c."order") as place
      from reps_cmps c join components_rep_parties m on m.id = c.cmp_id
        join components_rep_parties_party_lnk l on l.party_id = m.id where c.field = 'parties'),
    latest as (select b.id, max(m.place + case when m.term_index = b.term_index
        and (b.date is null or m.start_date is null or m.start_date <= b.date) then 1000000000 else 0 end) as place
      from bills b join bills_principle_sponsor_rep_lnk s on s.bill_id = b.id join membership m on m.rep = s.rep_id
      where s.rep_id in (select rep from membership where party = (select id from party)) group by b.id)
  select latest.id from latest join membership m on m.place = latest.place % 1000000000 where m.party = (select id from party)
  union all select b.id from bills_principle_sponsor_caucus_lnk s join bills b on b.id = s.bill_id
    where (select id from party) in (select l.party_id ${caucusParties('s.caucus_id')})`);

/** All bills, one row each. */
export const all = `select to_json(r)::text from (${rows('bills')} ${ORDER}) r`;

function filtered(matching) {
  return list(
    `matching as materialized (${matching}),
    page as materialized (select ${COLUMNS} from bills b where b.id in (select id from matching) ${ORDER} limit 20 offset $1)`,
    'select count(*) from matching',
  );
}

function list(choice, count) {
  return `with ${choice}
  select (select coalesce(json_agg(to_json(r)), '[]')::text from (${rows('page')} ${ORDER}) r), (${count})`;
}

function rows(source) {
  return `
  select b.number as id, coalesce(
      (select json_agg(to_json(o)) from (select t.number as id, t.title from (
          select s.specific_topic_id as id from bills_cmps c
            join components_bill_feature_contents_act_dir_lnk d on d.feature_content_id = c.cmp_id
            join act_dirs_st_lnk s on s.act_dir_id = d.act_dir_id where c.entity_id = b.id and c.field = 'act_features'
          union select (select s.specific_topic_id from st_questions_st_lnk s where s.st_question_id = q.st_question_id) from bills_cmps c
            join components_bill_question_positions_st_question_lnk q on q.question_position_id = c.cmp_id
            where c.entity_id = b.id and c.field = 'st_questions'
        ) own join specific_topics t on t.id = own.id order by t.index, t.number) o),
      (select json_agg(to_json(o)) from (select t.number as id, t.title from acts_specific_topics_lnk s
        join specific_topics t on t.id = s.specific_topic_id where s.act_id = a.id order by t.index, t.number) o),
      '[]') as specific_topics,
    case when a.id is not null then (select to_json(o) from (select a.number as id, a.title) o) end as act,
    b.is_law, b.version_no, (extract(epoch from b.date) * 1000)::bigint as date, b.term_index, b.session_index,
    case when sg.bill_id is not null then 'gov_agency' when sc.bill_id is not null then 'caucus'
      when sr.bill_id is not null then 'rep' end as principle_sponsor_type,
    case when sg.bill_id is not null then (select to_json(o) from (select number as id, name from gov_agencies where id = sg.gov_agency_id) o)
      when sc.bill_id is not null then (select to_json(o) from (select number as id, name from caucuses where id = sc.caucus_id) o)
      when sr.bill_id is not null then (select to_json(o) from (select number as id, name from reps where id = sr.rep_id) o)
      end as principle_sponsor_value,
    case when sr.bill_id is not null then (select coalesce(json_agg(to_json(o)), '[]') from (
        select p.number as id, p.name, p.abbreviation, p.color, p.emblem from parties p
        where p.id = (select l.inv_party_id ${membership('sr.rep_id')})) o)
      when sc.bill_id is not null then (select coalesce(json_agg(to_json(o)), '[]') from (
        select p.number as id, p.name, p.abbreviation, p.color, p.emblem ${caucusParties('sc.caucus_id')} order by l.party_ord) o)
      else '[]' end as principle_sponsor_parties
  from ${source} b
    left join bills_act_lnk al on al.bill_id = b.id left join acts a on a.id = al.act_id
    left join bills_principle_sponsor_rep_lnk sr on sr.bill_id = b.id
    left join bills_principle_sponsor_caucus_lnk sc on sc.bill_id = b.id
    left join bills_principle_sponsor_gov_agency_lnk sg on sg.bill_id = b.id`;
}

/** SQL: the party of a representative on the date of bill `b`. */
function membership(rep) {
  return `from reps_cmps c join components_rep_parties m on m.id = c.cmp_id
    join components_rep_parties_party_lnk l on l.party_id = m.id
    where c.entity_id = ${rep} and c.field = 'parties'
    order by coalesce(m.term_index = b.term_index and (b.date is null or m.start_date is null or m.start_date <= b.date), false) desc,
      m.term_index desc nulls last, m.start_date desc nulls last, c."order" desc limit 1`;
}

/** SQL: the parties of a caucus in the term of bill `b`. */
function caucusParties(caucus) {
  return `from terms t join terms_cmps c on c.entity_id = t.id and c.field = 'caucuses'
    join components_term_caucuses_caucus_lnk k on k.caucus_id = c.cmp_id and k.inv_caucus_id = ${caucus}
    join components_term_caucuses_parties_lnk l on l.caucus_id = c.cmp_id join parties p on p.id = l.party_id
    where t.index = b.term_index`;
}
