const many = (columns, from, order) =>
  `(select coalesce(json_agg(to_json(o)), '[]') from (select ${columns} from ${from} order by ${order}) o)`;

/** All specific topics with their general topics, directions and questions, one row each. */
export const specific = `select to_json(r)::text from (
  select t.number as id, t.title, t.index, t.image,
    ${many('g.number as id, g.title, g.index, g.image', 'general_topics_specific_topics_lnk l join general_topics g on g.id = l.general_topic_id where l.specific_topic_id = t.id', 'l.general_topic_ord')} as general_topics,
    ${many('d.number as id, d.name, d.index', 'act_dirs_st_lnk l join act_dirs d on d.id = l.act_dir_id where l.specific_topic_id = t.id', 'd.index, d.number')} as act_dirs,
    ${many('q.number as id, q.question, q.index', 'st_questions_st_lnk l join st_questions q on q.id = l.st_question_id where l.specific_topic_id = t.id', 'q.index, q.number')} as st_questions
  from specific_topics t order by t.index nulls last, t.number nulls last) r`;

/** Acts whose title contains `$1`, one row each. */
export const actsByTitle = `select to_json(r)::text from (
  select a.number as id, a.title, a.official_seq_no,
    ${many('t.number as id, t.title, t.index, t.image', 'acts_specific_topics_lnk l join specific_topics t on t.id = l.specific_topic_id where l.act_id = a.id', 'l.specific_topic_ord')} as specific_topics
  from acts a where position(lower($1) in lower(a.title)) > 0 order by a.number nulls last) r`;
