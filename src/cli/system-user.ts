import os from 'node:os';
import type { Command } from 'commander';
import { setProcessOrigin } from '../plugins/rostra/server/src/store/history/origin';

/** Lets history name the user of the operating system for what this command line changes. */
export const signChanges = (program: Command): Command =>
  program.hook('preAction', () => setProcessOrigin({ door: 'command', by: { kind: 'system', name: systemUser() } }));

/** The name of the operating system's user; `uid 1000` for one without a name, as in containers. */
function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? ''}`.trim();
  }
}
