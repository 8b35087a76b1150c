const PAGE_SIZE = 20;
const WRITTEN = 64;

/** Picks the records to request: those with the most data behind them, by public id and by document id. */
export async function factsOf({ query }) {
  const one = async (text) => (await query(text))[0];
  const { bills } = await one('select count(*)::int as bills from bills');
  const { votes } = await one('select count(*)::int as votes from votes');
  const { topic } = await one(`
    select t.number as topic from specific_topics t join act_dirs_st_lnk s on s.specific_topic_id = t.id
      join components_bill_feature_contents_act_dir_lnk d on d.act_dir_id = s.act_dir_id
      group by t.number order by count(*) desc, t.number limit 1`);
  const { party } = await one(`
    select p.number as party from parties p join components_rep_parties_party_lnk l on l.inv_party_id = p.id
      group by p.number order by count(*) desc, p.number offset 1 limit 1`);
  const bill = await one(`
    select b.number, b.document_id as document from bills b join bills_cosponsors_lnk l on l.bill_id = b.id
      group by b.id order by count(*) desc, b.number limit 1`);
  const term = await one(`select index as number, document_id as document from terms order by index desc limit 1`);
  const { related } = await one(`
    select t.number as related from specific_topics t join topic_relations_from_specific_topic_lnk l on l.specific_topic_id = t.id
      group by t.number order by count(*) desc, t.number limit 1`);
  const { part } = await one(`
    select substr(title, 1, 2) as part from acts where length(title) > 2 group by 1
      order by abs(count(*) - 30), 1 limit 1`);
  const written = await query(`select number, document_id as document from bills order by number limit ${WRITTEN}`);
  const reps = await query('select id, number from reps order by number limit 14');
  const act = await one('select id, number from acts order by number limit 1');
  const deepPage = Math.min(300, Math.ceil(bills / PAGE_SIZE));
  return { bills, votes, deepPage, topic, party, bill, term, related, part, written, reps, act };
}
