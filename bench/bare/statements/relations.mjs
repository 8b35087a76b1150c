const KINDS = {
  General_Topic: ['general_topic', 'general_topics'],
  Specific_Topic: ['specific_topic', 'specific_topics'],
  Act: ['act', 'acts'],
  Bill: ['bill', 'bills'],
  Vote: ['vote', 'votes'],
};

/** Relations that start or end at a specific topic, one row each; `$1` is the topic's public id. */
export const ofTopic = `
  with topic as (select id from specific_topics where number = $1),
    matching as materialized (
      select topic_relation_id as id from topic_relations_from_specific_topic_lnk where specific_topic_id = (select id from topic)
      union select topic_relation_id from topic_relations_to_specific_topic_lnk where specific_topic_id = (select id from topic))
  select to_json(r)::text from (
    select coalesce(f.type, t.from_other_type) as from_type, coalesce(f.number, t.from_other_id) as from_id,
      coalesce(g.type, t.to_other_type) as to_type, coalesce(g.number, t.to_other_id) as to_id,
      t.is_directional, t.weight, t.description
    from matching m join topic_relations t on t.id = m.id ${end('from', 'f')} ${end('to', 'g')} order by t.number nulls last) r`;

function end(side, alias) {
  const kinds = Object.entries(KINDS).map(
    ([type, [name, table]]) => `select '${type}' as type, e.number from topic_relations_${side}_${name}_lnk l
      join ${table} e on e.id = l.${name}_id where l.topic_relation_id = t.id`,
  );
  return `left join lateral (${kinds.join(' union all ')} limit 1) ${alias} on true`;
}
