import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Core } from '@strapi/strapi';
import type { Request } from 'koa';
import proxyAddress from 'proxy-addr';
import { assertStrapiHas } from './assert-strapi-has';

/** How many proxies stand in front, or which addresses they have. */
type TrustedProxies = number | string[];

type Trust = (address: string, index: number) => boolean;

const REPLACED = ['ip', 'ips', 'protocol', 'host'] as const;

/**
 * Lets `X-Forwarded-For`, `-Proto` and `-Host` count where a trusted proxy has sent them. Koa's own setting
 * (`app.proxy`) would believe whoever sends them. Every request of the application gets the sender's address as `ip`, and
 * `secure` when the sender came over HTTPS. Checked with Strapi 5.54.0 (Koa 2.16).
 */
export function trustProxies(strapi: Core.Strapi, trusted: TrustedProxies): void {
  const { app } = strapi.server;
  const koa = Object.getPrototypeOf(app.request) as object;
  const isThere = REPLACED.every((name) => Object.getOwnPropertyDescriptor(koa, name)?.get);
  assertStrapiHas(isThere, 'Koa request whose address can be replaced');
  const trust = trustOf(trusted);
  Object.defineProperties(app.request, {
    ip: {
      get: function (this: Request) {
        return addressOf(this.req, trust);
      },
    },
    ips: {
      get: function (this: Request) {
        return chainOf(this.req, trust);
      },
    },
    protocol: {
      get: function (this: Request) {
        return protocolOf(this.req, trust);
      },
    },
    host: {
      get(this: Request) {
        return forwardedValue(this.req, 'x-forwardedValue-host', trust) ?? (this.get('host') as string);
      },
    },
  });
}

/** Whether an address is trusted, by how far it is from us or by itself. */
export const trustOf = (trusted: TrustedProxies): Trust =>
  typeof trusted === 'number' ? (_, index) => index < trusted : proxyAddress.compile(trusted);

/** The address of the sender: the last one that no trusted proxy has. What is no address does not count. */
export function addressOf(request: IncomingMessage, trust: Trust): string {
  return plainAddress(proxyAddress(request, trust)) ?? plainAddress(request.socket.remoteAddress) ?? '';
}

/** The value that the outermost trusted proxy has given to a header; undefined where none has. */
export function forwardedValue(request: IncomingMessage, name: string, trust: Trust): string | undefined {
  const header = request.headers[name];
  if (!header || !trust(request.socket.remoteAddress ?? '', 0)) return undefined;
  const values = String(header)
    .split(',')
    .map((value) => value.trim());
  // Each proxy may have added its own on the right: what stands left of the outermost one's is the sender's word.
  const proxies = Math.max(1, proxyAddress.all(request, trust).length - 1);
  return values[Math.max(0, values.length - proxies)] || undefined;
}

function protocolOf(request: IncomingMessage, trust: Trust): 'http' | 'https' {
  if ('encrypted' in request.socket) return 'https';
  return forwardedValue(request, 'x-forwardedValue-proto', trust)?.toLowerCase() === 'https' ? 'https' : 'http';
}

/** The sender's address and those of the proxies, as Koa orders them. */
const chainOf = (request: IncomingMessage, trust: Trust): string[] =>
  proxyAddress
    .all(request, trust)
    .reverse()
    .flatMap((address) => plainAddress(address) ?? []);

/** Without a port, and IPv4 as such. */
function plainAddress(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const [, inBrackets, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const plain = (inBrackets ?? withPort ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(plain) ? plain : undefined;
}
