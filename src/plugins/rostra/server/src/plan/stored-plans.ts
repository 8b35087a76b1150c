import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openPlan, PlanFileError } from './file';

/** The folders of plans in a data folder: those of running imports, and those of the panel's imports, each with its files. */
const FOLDERS = { plans: false, imports: true };

/** Finds the stored plans that hold values of a record: files, or folders of imports that wait for a decision. */
export async function plansOf(dataDir: string, resource: string, publicId: number): Promise<string[]> {
  const found: string[] = [];
  for (const [name, hasFolders] of Object.entries(FOLDERS)) {
    const folder = path.join(dataDir, name);
    for (const entry of await readdir(folder).catch(() => [])) {
      const at = path.join(folder, entry);
      const files = hasFolders ? (await readdir(at).catch(() => [])).map((file) => path.join(at, file)) : [at];
      for (const file of files)
        if (await holds(file, resource, publicId)) {
          found.push(at);
          break;
        }
    }
  }
  return found;
}

/** Removes stored plans, with the files that they were made from. */
export async function removePlans(plans: string[]): Promise<void> {
  for (const plan of plans) await rm(plan, { recursive: true, force: true });
}

async function holds(file: string, resource: string, publicId: number): Promise<boolean> {
  try {
    for await (const record of (await openPlan(file)).records())
      if (record.resource === resource && record.number === publicId) return true;
  } catch (error) {
    if (!(error instanceof PlanFileError)) throw error;
  }
  return false;
}
