import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { addressOf, forwardedValue, trustOf } from './trusted-proxies';

/** A request from an address, with these headers. */
function requestFrom(address: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const PROXY = '10.0.0.1';
const trust = trustOf(['10.0.0.0/8', 'loopback']);

describe('the sender’s address', () => {
  const addressIn = (from: string | undefined, chain?: string, by = trust) =>
    addressOf(requestFrom(from, chain === undefined ? {} : { 'x-forwarded-for': chain }), by);

  it.each([
    ['the proxy names none', PROXY, undefined, PROXY],
    ['the proxy names one', PROXY, '203.0.113.9', '203.0.113.9'],
    ['the sender forged one', PROXY, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['there are two proxies', PROXY, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['the sender poses as a proxy', PROXY, '10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['all are proxies', PROXY, '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the connection is not trusted', '203.0.113.1', '203.0.113.9', '203.0.113.1'],
    ['the proxy names an invalid one', PROXY, 'unknown', PROXY],
    ['it has a port', PROXY, '203.0.113.9:4711', '203.0.113.9'],
    ['it is IPv6 with a port', PROXY, '[2001:db8::1]:4711', '2001:db8::1'],
    ['it is IPv4 within IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the connection is closed', undefined, '203.0.113.9', ''],
  ])('when %s', (_, from, chain, expected) => {
    expect(addressIn(from, chain)).toBe(expected);
  });

  it('is the last one before a number of proxies', () => {
    expect(addressIn('203.0.113.1', '198.51.100.1, 203.0.113.9', trustOf(1))).toBe('203.0.113.9');
    expect(addressIn('203.0.113.1', '198.51.100.1, 203.0.113.9', trustOf(2))).toBe('198.51.100.1');
    expect(addressIn('203.0.113.1', undefined, trustOf(2))).toBe('203.0.113.1');
  });
});

describe('a forwarded value', () => {
  const protocolIn = (from: string, headers: Record<string, string>) =>
    forwardedValue(requestFrom(from, headers), 'x-forwarded-proto', trust);

  it('comes from the outermost trusted proxy', () => {
    expect(protocolIn(PROXY, { 'x-forwarded-proto': 'https' })).toBe('https');
    expect(protocolIn(PROXY, { 'x-forwarded-proto': 'https, http' })).toBe('http');
    const chain = { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' };
    expect(protocolIn(PROXY, { ...chain, 'x-forwarded-proto': 'https, http' })).toBe('https');
    expect(protocolIn(PROXY, { ...chain, 'x-forwarded-proto': 'http, https, http' })).toBe('https');
    expect(protocolIn(PROXY, { ...chain, 'x-forwarded-proto': 'https' })).toBe('https');
  });

  it('is undefined from any other sender', () => {
    expect(protocolIn('203.0.113.1', { 'x-forwarded-proto': 'https' })).toBeUndefined();
    expect(protocolIn(PROXY, {})).toBeUndefined();
  });
});
