import '../runtime/utc';
import '../strapi/late-modules';
import { checkStored } from '../plugins/rostra/server/src/checks/checks';
import { run } from '../plugins/rostra/server/src/store/database';
import { resources } from '../resources';
import { rules } from '../rules';
import type { DatabaseContent } from '../runtime/restore/check';
import { report } from '../runtime/start-error';
import { type Strapi, withStrapi } from '../runtime/strapi';

/** Started by a restore: prints the restored database's record counts and number of warnings as one line of JSON. Changes no record. */
withStrapi(check)
  .then((checked) => console.log(JSON.stringify(checked)))
  .catch((error) => {
    process.exitCode = report(error);
  });

async function check(strapi: Strapi): Promise<DatabaseContent> {
  const counts: DatabaseContent['counts'] = {};
  for (const { name, uid } of resources) counts[name] = await strapi.db.query(uid).count();
  let warnings = 0;
  const checkable = resources.filter(({ name }) => rules.judged[name]);
  await checkStored(checkable, run, () => {
    warnings += 1;
  });
  return { counts, warnings };
}
