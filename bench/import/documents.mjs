// The cost of a loop over Strapi's document service: `documents.mjs FILE COUNT` writes the first COUNT bills of FILE
// one by one, with relations as row ids and without our checks, and prints {"records", "seconds"}.
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const load = (name) => require(path.join(import.meta.dirname, '..', '..', 'dist', 'src', name));
const engine = (name) => load(path.join('plugins', 'rostra', 'server', 'src', name));

/** Bills written before the clock starts. */
const WARM_UP = 20;

const [file, count] = [process.argv[2], Number(process.argv[3])];
const { withStrapi } = load('runtime/strapi.js');

await withStrapi(async (strapi) => {
  const { bypassGuard } = engine('operations/write.js');
  const documents = await prepareDocuments(WARM_UP + count);
  const create = (data) => bypassGuard(() => strapi.documents('api::bill.bill').create({ data }));
  for (const data of documents.slice(0, WARM_UP)) await create(data);
  const begun = performance.now();
  for (const data of documents.slice(WARM_UP)) await create(data);
  const seconds = (performance.now() - begun) / 1000;
  console.log(JSON.stringify({ records: documents.length - WARM_UP, seconds }));
});

/** Converts bills to the document service's input. */
async function prepareDocuments(count) {
  const { bill } = load('api/bill/resource.js');
  const { sourcesOf } = engine('import/source.js');
  const { parseRecord } = engine('operations/record.js');
  const { referencesOf } = engine('operations/write.js');
  const { draftOf } = engine('store/write.js');
  const { modelOf, relationOf } = engine('sql/model.js');
  const { resolve } = engine('store/resolve.js');
  const { run } = engine('store/database.js');
  const names = Object.keys(bill.fields);
  const [source] = await sourcesOf([file]);
  const records = [];
  for await (const { value } of source.records()) {
    const { id, ...body } = value;
    records.push(parseRecord(bill, body, { isWhole: true }));
    if (records.length === count) break;
  }
  // To-one relations are a row id or null, others lists of row ids.
  const dataOf = (target, { values, links, rows }) => ({
    ...values,
    ...Object.fromEntries(
      Object.entries(links).map(([name, ids]) => [
        name,
        target.attributes[name]?.relation === 'manyToOne' ? (ids[0] ?? null) : ids,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(rows).map(([name, nested]) => [
        name,
        nested.map((row) => dataOf(relationOf(target, name).to, row)),
      ]),
    ),
  });
  const { rowOf } = await resolve(
    records.map(({ record, findings }) => ({ references: referencesOf(bill, record, names), claims: [], findings })),
    run,
  );
  return records.map(({ record }) => dataOf(modelOf(bill.uid), draftOf(bill, record, names, rowOf)));
}
