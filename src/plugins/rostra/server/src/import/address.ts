import path from 'node:path';

/** Whether a path of the command line is an address to download from. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * The name of an address in messages, plans and batches, which others can read: without its query, which may hold a key, and with `?…`
 * in place of it.
 */
export function labelOfAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search && '?…'}`;
}

/** The name of the file at an address: the last part of its path. */
export const fileNameOf = (address: string): string => decoded(path.posix.basename(new URL(address).pathname));

/** Why an address is not downloaded from, or undefined. */
export function faultOfAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return `${text.replace(/\?.*/s, '?…')}: is not an address`;
  const { protocol, username, password } = new URL(text);
  if (username || password)
    return `${labelOfAddress(text)}: holds a name or a password: let another program download it, and read standard input`;
  if (protocol !== 'https:' && !(protocol === 'http:' && isOfThisMachine(text)))
    return `${labelOfAddress(text)}: is not encrypted, so anybody on the way can change it: use https`;
  return undefined;
}

/** Whether an address is one of the machine itself. */
export const isOfThisMachine = (address: string): boolean => THIS_MACHINE.includes(new URL(address).hostname);

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
