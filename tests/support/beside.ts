import { context } from './client';
import { type Service, startService } from './service';

/** The settings of one more process on the database and the data folder of the service under test. */
export function settingsBeside(): Record<string, string> {
  const { PORT: _, ...environment } = context.environment;
  return { ...environment, DATABASE_URL: context.databaseUrl };
}

/** Starts one more process on the database of the service under test, with these settings of its own. */
export const startBeside = (given: Record<string, string> = {}): Promise<Service> =>
  startService({ ...settingsBeside(), ...given });
