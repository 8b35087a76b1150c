import { refuseForeignDatabase } from '../backup/folders';
import type { Settings } from '../settings';
import { StartError } from '../start-error';
import { readMoment } from './target';

/** The options of `restore`. */
export interface RestoreOptions {
  to?: string;
  latest?: boolean;
  /** Where the log is damaged before that, restore everything before the damage. */
  upToDamage?: boolean;
  list?: boolean;
  backup?: string;
}

/**
 * Reads the moment that is asked for; undefined for the latest state, or for the list.
 * @throws StartError when the options do not ask for exactly one of them, or when these settings have nothing to restore.
 */
export function momentAskedFor({ to, latest, list, upToDamage }: RestoreOptions, current: Settings): Date | undefined {
  refuseForeignDatabase(current);
  const modes = [to, latest, list].filter((option) => option !== undefined);
  if (modes.length !== 1) throw new StartError('Give one of --to, --latest and --list (see --help).', 2);
  if (list && upToDamage)
    throw new StartError('--up-to-damage belongs to --to or --latest; --list changes nothing.', 2);
  const moment = to === undefined ? undefined : readMoment(to);
  if (moment && moment.getTime() > Date.now()) throw new StartError(`${moment.toISOString()} is in the future.`, 2);
  return moment;
}
