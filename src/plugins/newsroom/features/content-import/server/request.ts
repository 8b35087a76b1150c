import type { Context } from 'koa';
import { abilityOf } from '../../../server/permissions';
import type { Job } from '../shared/content-import';
import type { ImportService } from './import-service';
import type { KeptJob } from './jobs';
import { type May, mayOf, maySee } from './permissions';
import { refusal } from './refusal';

interface PanelUser {
  id: number;
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
}

/** Returns the import service; it is opened at the first call. */
export type GetService = () => ImportService;

/** The job that a request names, and what the requester may do. */
export interface RequestedJob {
  kept: KeptJob;
  job: Job;
  may: May;
  folder: string;
}

/** What the person who asks may do. */
export const mayIn = (ctx: Context): May => mayOf(strapi, abilityOf(ctx));

/** The job in the path of a request. Errors: NO_SUCH_JOB, also for one that the person may not see. */
export async function requestedJob(ctx: Context, { jobs, current, find }: ImportService): Promise<RequestedJob> {
  const kept = await find(String(ctx.params.id));
  const may = mayIn(ctx);
  if (!kept || !maySee(may, kept, requesterOf(ctx).id)) throw refusal('NO_SUCH_JOB', 'there is no such import');
  return { kept, job: await current(kept), may, folder: jobs.folderOf(kept.id) };
}

/** Who asks, by the name that colleagues know. */
export function requesterOf(ctx: Context): Job['by'] {
  const { id, firstname, lastname, username } = ctx.state.user as PanelUser;
  return { id, name: [firstname, lastname].filter(Boolean).join(' ') || username || '' };
}
