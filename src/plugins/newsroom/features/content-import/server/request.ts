import type { Context } from 'koa';
import { abilityOf } from '../../../server/permissions';
import { requesterOf } from '../../../server/requester';
import type { Job } from '../shared/content-import';
import type { ImportService } from './import-service';
import type { StoredJob } from './jobs';
import { type May, mayOf, maySee } from './permissions';
import { refusal } from './refusal';

/** Returns the import service, which the first call opens. */
export type GetService = () => ImportService;

/** The job that a request names, and what the requester may do. */
export interface RequestedJob {
  stored: StoredJob;
  job: Job;
  may: May;
  folder: string;
}

/** The permissions of the requester. */
export const mayIn = (ctx: Context): May => mayOf(strapi, abilityOf(ctx));

/** Reads the job in the request's path. Errors: NO_SUCH_JOB, also when the requester may not see it. */
export async function requestedJob(ctx: Context, { jobs, current, find }: ImportService): Promise<RequestedJob> {
  const stored = await find(String(ctx.params.id));
  const may = mayIn(ctx);
  if (!stored || !maySee(may, stored, requesterOf(ctx).id)) throw refusal('NO_SUCH_JOB', 'there is no such import');
  return { stored, job: await current(stored), may, folder: jobs.folderOf(stored.id) };
}
