const ORDER = 'order by v.date desc nulls last, v.number desc nulls last';
const members = (list) => `(select count(*) from votes_${list}_lnk l where l.vote_id = v.id) as ${list}_count`;

/** A page of votes with their counts, and the total count; `$1` is the offset. */
export const page = `select (select coalesce(json_agg(to_json(r)), '[]')::text from (
    select v.number as id,
      (select to_json(o) from (select t.number as id, t.title from votes_st_lnk l
        join specific_topics t on t.id = l.specific_topic_id where l.vote_id = v.id) o) as st,
      (extract(epoch from v.date) * 1000)::bigint as date, v.term_index, v.session_index, v.title,
      ${['aye', 'abstain', 'nay', 'absence'].map(members)}, v.community_link, v.source_link
    from (select number from votes v ${ORDER} limit 20 offset $1) n join votes v on v.number = n.number ${ORDER}) r),
  (select count(*) from votes)`;
