const PARTY = 'p.number as id, p.name, p.abbreviation, p.color, p.emblem';
const epoch = (column) => `(extract(epoch from ${column}) * 1000)::bigint as ${column.split('.').at(-1)}`;
const rowsOf = (field, select) => `(select coalesce(json_agg(to_json(o)), '[]') from (
  select ${select} where c.entity_id = t.id and c.field = '${field}' order by c."order", c.id) o) as ${field}`;

/** One term with its sessions, parties, caucuses and districts; `$1` is its index. */
export const one = `select to_json(r)::text from (
  select t.index, ${epoch('t.start_date')}, ${epoch('t.end_date')},
    ${rowsOf(
      'sessions',
      `r.session_index, r.temp_session_index, ${epoch('r.start_date')}, ${epoch('r.end_date')}
       from terms_cmps c join components_term_sessions r on r.id = c.cmp_id`,
    )},
    (select coalesce(json_agg(to_json(o)), '[]') from (select ${PARTY} from terms_parties_lnk l
      join parties p on p.id = l.party_id where l.term_id = t.id order by l.party_ord) o) as parties,
    ${rowsOf(
      'caucuses',
      `(select to_json(o) from (select p.number as id, p.name, p.abbreviation, p.color, p.emblem
          from components_term_caucuses_caucus_lnk l join caucuses p on p.id = l.inv_caucus_id where l.caucus_id = c.cmp_id) o) as caucus,
        (select coalesce(json_agg(to_json(o)), '[]') from (select ${PARTY} from components_term_caucuses_parties_lnk l
          join parties p on p.id = l.party_id where l.caucus_id = c.cmp_id order by l.party_ord) o) as parties
       from terms_cmps c`,
    )},
    ${rowsOf(
      'districts',
      `r.name, r.abbreviation, r.zone_name, r.index, r.neighborhoods
       from terms_cmps c join components_term_districts r on r.id = c.cmp_id`,
    )}
  from terms t where t.index = $1) r`;
