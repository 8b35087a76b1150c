import type { Core } from '@strapi/strapi';
import { panels } from '../../../../../panels';
import { readStatus } from '../../../../../runtime/backup/status';
import { SUPER_ADMIN } from '../../../../rostra/server/src/access/super-admin';
import { modelOf } from '../../../../rostra/server/src/sql/model';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, may } from '../../../server/permissions';
import type { BackupState } from '../shared/backups';

/** Answers the number of records of each content type that the editor may read. */
const desk: Core.Controller = {
  async counts(ctx) {
    const ability = abilityOf(ctx);
    const readable = panels.filter(({ uid }) => may(ability, 'read', uid));
    ctx.body = await countRecords(
      strapi.db,
      readable.map(({ uid }) => uid),
    );
  },

  /** Answers what is wrong with the backups to Super Admins; to others nothing. */
  async backups(ctx) {
    const { roles = [] } = (ctx.state as { user?: { roles?: { code: string }[] } }).user ?? {};
    const isSuperAdmin = roles.some(({ code }) => code === SUPER_ADMIN);
    const { lastError } = readStatus(strapi.config.get('plugin::newsroom.dataDir') as string);
    ctx.body = { fault: (isSuperAdmin && lastError) || null } satisfies BackupState;
  },
};

/** The server side of the desk page. */
export const navigation: Feature = {
  routes: [panelRoute('GET', '/desk/counts', 'desk.counts'), panelRoute('GET', '/desk/backups', 'desk.backups')],
  controllers: { desk },
};

/** Counts the records of each content type, in one statement. */
async function countRecords(db: Core.Strapi['db'], uids: string[]): Promise<Record<string, number>> {
  if (uids.length === 0) return {};
  // Knex reads a dot in an alias as the separator of table and column.
  const aliasOf = (uid: string) => `n${uids.indexOf(uid)}`;
  const counts = uids.map((uid) => db.connection.count('*').from(modelOf(uid).tableName).as(aliasOf(uid)));
  const row: Record<string, string> = await db.connection.select(counts).first();
  return Object.fromEntries(uids.map((uid) => [uid, Number(row[aliasOf(uid)])]));
}
