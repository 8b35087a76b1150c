import type { Context } from 'koa';
import { abilityOf } from '../../../server/permissions';
import type { Job } from '../shared/content-import';
import type { Desk } from './import-service';
import type { KeptJob } from './jobs';
import { type May, mayOf, maySee } from './permissions';
import { refused } from './refusal';

interface PanelUser {
  id: number;
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
}

/** The desk once Strapi has been started. */
export type DeskOf = () => Desk;

/** What is known of a job that somebody asks for. */
export interface Asked {
  kept: KeptJob;
  job: Job;
  may: May;
  folder: string;
}

/** What the person who asks may do. */
export const mayIn = (ctx: Context): May => mayOf(strapi, abilityOf(ctx));

/** The job in the path of a request. Errors: NO_SUCH_JOB, also for one that the person may not see. */
export async function askedFor(ctx: Context, { jobs, current, find }: Desk): Promise<Asked> {
  const kept = await find(String(ctx.params.id));
  const may = mayIn(ctx);
  if (!kept || !maySee(may, kept, askerOf(ctx).id)) throw refused('NO_SUCH_JOB', 'there is no such import');
  return { kept, job: await current(kept), may, folder: jobs.folderOf(kept.id) };
}

/** Who asks, by the name that colleagues know. */
export function askerOf(ctx: Context): Job['by'] {
  const { id, firstname, lastname, username } = ctx.state.user as PanelUser;
  return { id, name: [firstname, lastname].filter(Boolean).join(' ') || username || '' };
}
