import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Core } from '@strapi/strapi';
import type { Request } from 'koa';
import proxyAddress from 'proxy-addr';
import { assertStrapiHas } from './assert-strapi-has';

/** The number of proxies in front of the service, or their addresses. */
type TrustedProxies = number | string[];

type Trust = (address: string, index: number) => boolean;

const REPLACED = ['ip', 'ips', 'protocol', 'host'] as const;

/**
 * Honours `X-Forwarded-For`, `-Proto` and `-Host` from trusted proxies; Koa's own setting (`app.proxy`) would believe any sender.
 * Every request has the client's address as `ip`, and is `secure` if the client uses HTTPS. Checked with Strapi 5.54.0 (Koa
 * 2.16).
 * @throws StartError when Koa's request lacks these getters.
 */
export function trustProxies(strapi: Core.Strapi, trusted: TrustedProxies): void {
  const { app } = strapi.server;
  const koa = Object.getPrototypeOf(app.request) as object;
  const isReplaceable = REPLACED.every((name) => Object.getOwnPropertyDescriptor(koa, name)?.get);
  assertStrapiHas(isReplaceable, 'Koa request whose address can be replaced');
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
        return forwardedValue(this.req, 'x-forwarded-host', trust) ?? (this.get('host') as string);
      },
    },
  });
}

/** Returns whether to trust an address, by its distance from the service or by the address itself. */
export const trustOf = (trusted: TrustedProxies): Trust =>
  typeof trusted === 'number' ? (_, index) => index < trusted : proxyAddress.compile(trusted);

/** The client's address: the last one that does not belong to a trusted proxy. Ignores invalid addresses. */
export function addressOf(request: IncomingMessage, trust: Trust): string {
  return plainAddress(proxyAddress(request, trust)) ?? plainAddress(request.socket.remoteAddress) ?? '';
}

/** The value of a header from the outermost trusted proxy; undefined if there is none. */
export function forwardedValue(request: IncomingMessage, name: string, trust: Trust): string | undefined {
  const header = request.headers[name];
  if (!header || !trust(request.socket.remoteAddress ?? '', 0)) return undefined;
  const values = String(header)
    .split(',')
    .map((value) => value.trim());
  // Each proxy may have appended a value: those left of the outermost proxy's come from the client.
  const proxies = Math.max(1, proxyAddress.all(request, trust).length - 1);
  return values[Math.max(0, values.length - proxies)] || undefined;
}

function protocolOf(request: IncomingMessage, trust: Trust): 'http' | 'https' {
  if ('encrypted' in request.socket) return 'https';
  return forwardedValue(request, 'x-forwarded-proto', trust)?.toLowerCase() === 'https' ? 'https' : 'http';
}

/** The client's address and those of the proxies, in Koa's order. */
const chainOf = (request: IncomingMessage, trust: Trust): string[] =>
  proxyAddress
    .all(request, trust)
    .reverse()
    .flatMap((address) => plainAddress(address) ?? []);

/** The address without a port, and without the IPv6 prefix of mapped IPv4 addresses; undefined if it is invalid. */
function plainAddress(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const [, inBrackets, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const plain = (inBrackets ?? withPort ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(plain) ? plain : undefined;
}
