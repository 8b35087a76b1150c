import { testService } from './client';
import { type Service, startService } from './service';

/** Returns the settings of another process on the database and data folder of the service under test. */
export function secondProcessSettings(): Record<string, string> {
  const { PORT: _, ...environment } = testService.environment;
  return { ...environment, DATABASE_URL: testService.databaseUrl };
}

/** Starts another process on the database of the service under test, with additional settings. */
export const startSecondProcess = (settings: Record<string, string> = {}): Promise<Service> =>
  startService({ ...secondProcessSettings(), ...settings });
