import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { appDir } from '../../runtime/paths';
import { StartError } from '../../runtime/start-error';

const ENDING = /\.tar(?:\.gz)?(?:\.enc)?$/;

/** One of Strapi's commands with its options, as far as they concern us. */
export interface StrapiCommand {
  name: string;
  isHelp: boolean;
  isForced: boolean;
  isUnencrypted: boolean;
  key: string | undefined;
  /** What `--file` names, as an absolute path. */
  file: string | undefined;
  /** The service that a transfer writes to. */
  to: string | undefined;
}

/** Reads a command line of Strapi's program. */
export function readCommand(args: string[]): StrapiCommand {
  const { values } = parseArgs({
    args,
    strict: false,
    options: {
      help: { type: 'boolean', short: 'h' },
      force: { type: 'boolean' },
      'no-encrypt': { type: 'boolean' },
      key: { type: 'string', short: 'k' },
      file: { type: 'string', short: 'f' },
      to: { type: 'string' },
    },
  });
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const file = text(values.file);
  return {
    name: args[0] ?? '',
    isHelp: Boolean(values.help),
    isForced: Boolean(values.force),
    isUnencrypted: Boolean(values['no-encrypt']),
    key: text(values.key),
    file: file && path.resolve(appDir, file),
    to: text(values.to),
  };
}

/** Whether a command copies what this service holds. */
export const isReading = ({ name, to }: StrapiCommand): boolean =>
  name === 'export' || (name === 'transfer' && to !== undefined);

/**
 * Refuses what Strapi answers with a stack trace, or with nothing when it cannot ask.
 * @throws StartError
 */
export function checkCommand(command: StrapiCommand, { hasTerminal }: { hasTerminal: boolean }): void {
  if (command.isHelp) return;
  if (command.name === 'export') checkExport(command, hasTerminal);
  if (command.name === 'import') checkImport(command, hasTerminal);
  if (/^(import|transfer)$/.test(command.name) && !command.isForced && !hasTerminal)
    throw new StartError(
      `"strapi ${command.name}" replaces what its target holds, and there is no terminal to ask in. Add --force if that is what you want.`,
      2,
    );
}

function checkExport({ isUnencrypted, key, file }: StrapiCommand, hasTerminal: boolean): void {
  if (!isUnencrypted && !key && !hasTerminal)
    throw new StartError(
      'An archive is encrypted unless --no-encrypt says otherwise, and there is no terminal to ask for the key in. Add --no-encrypt or --key KEY.',
      2,
    );
  if (file && !existsSync(path.dirname(file)))
    throw new StartError(`There is no folder ${path.dirname(file)} to write the archive into.`, 2);
}

function checkImport({ key, file }: StrapiCommand, hasTerminal: boolean): void {
  if (file && !existsSync(file)) throw new StartError(`There is no archive ${file}.`, 2);
  if (file?.endsWith('.enc') && !key && !hasTerminal)
    throw new StartError('The archive is encrypted, and there is no terminal to ask for the key in. Add --key KEY.', 2);
}

/** The files that an export with this `--file` may write. */
export const archivesOf = (file: string): string[] =>
  ['.tar', '.tar.gz', '.tar.enc', '.tar.gz.enc'].map((ending) => `${file}${ending}`);

/** Takes the ending off the name of the archive that an export writes: Strapi adds its own. */
export function withoutEnding(args: string[]): string[] {
  if (args[0] !== 'export') return args;
  const isFile = (arg: string, before = '') => /^(?:-f|--file)$/.test(before) || /^(?:-f.|--file=)/.test(arg);
  return args.map((arg, index) => (isFile(arg, args[index - 1]) ? arg.replace(ENDING, '') : arg));
}
