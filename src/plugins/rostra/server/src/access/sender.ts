import { isIPv6 } from 'node:net';
import type { Context } from 'koa';
import { sha256 } from '../../../../../common/digest';

/** The key under which a sender's attempts are counted: a digest, because addresses are personal data. */
export const senderKey = (ctx: Context, ...parts: string[]): string =>
  sha256([networkOf(ctx.ip), ...parts].join(' ')).toString('hex');

/** The network of an address: a household or office has 2^64 IPv6 addresses, so the first 64 bits count. */
export function networkOf(address: string): string {
  const inside = /^::ffff:([\d.]+)$/i.exec(address);
  if (inside?.[1] || !isIPv6(address)) return inside?.[1] ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail === undefined) return groups.slice(0, 4).join(':');
  const after = tail.split(':').filter((group) => group !== '');
  const missing = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...missing, ...after].slice(0, 4).join(':');
}
