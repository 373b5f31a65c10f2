// The address of a request: as seen by our own proxies, never as claimed by a client.
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBehind } from './address.ts';

function addressOf(connected: string | undefined, forwarded?: string, proxies = 0): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return addressBehind({ socket: { remoteAddress: connected }, headers } as unknown as IncomingMessage, proxies);
}

describe('the address of a caller', () => {
  it('without a proxy is that of the connection, whatever X-Forwarded-For says', () => {
    fc.assert(
      fc.property(fc.string(), (spoofed) => {
        expect(addressOf('192.0.2.1', spoofed)).toBe('192.0.2.1');
      }),
    );
  });

  it('behind proxies is what the outermost of them saw, whatever the client wrote before', () => {
    const address = fc.ipV4();
    // A client cannot end its own header with a part: the proxy appends one after it.
    const spoofed = fc.array(fc.oneof(address, fc.string({ maxLength: 20 })), { maxLength: 5 });
    fc.assert(
      fc.property(spoofed, fc.array(address, { minLength: 1, maxLength: 4 }), (lies, seen) => {
        const header = [...lies, ...seen].join(', ');
        expect(addressOf('10.0.0.1', header, seen.length)).toBe(seen[0]);
      }),
    );
  });

  it('is that of the connection where fewer proxies wrote than there should be', () => {
    expect(addressOf('192.0.2.1', undefined, 1)).toBe('192.0.2.1');
    expect(addressOf('192.0.2.1', '', 1)).toBe('192.0.2.1');
    expect(addressOf('192.0.2.1', ' , ', 1)).toBe('192.0.2.1');
    expect(addressOf('192.0.2.1', '198.51.100.7', 2)).toBe('192.0.2.1');
    expect(addressOf(undefined)).toBe('unknown');
  });

  it('is the same through an IPv6 socket and through proxies that write the port or brackets', () => {
    const same = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1', '192.0.2.1:50123', '[::ffff:192.0.2.1]:443'];
    for (const written of same) expect([written, addressOf('10.0.0.1', written, 1)]).toEqual([written, '192.0.2.1']);
    expect(same).toHaveLength(5);
  });

  it('of IPv6 is its network of 64 bits: one caller has all of it', () => {
    const networks: [written: string, network: string][] = [
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
      ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
      ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
      ['2001:db8::5', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['::', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ];
    for (const [written, network] of networks) expect([written, addressOf(written)]).toEqual([written, network]);
    expect(networks).toHaveLength(9);
  });

  it('never differs between two addresses of one IPv6 network, nor agrees between two networks', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    const text = (groups: number[]): string => groups.map((one) => one.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, half, (net, host, otherNet, otherHost) => {
        const one = addressOf(text([...net, ...host]));
        expect(addressOf(text([...net, ...otherHost]))).toBe(one);
        expect(addressOf(text([...otherNet, ...host])) === one).toBe(text(net) === text(otherNet));
      }),
    );
  });
});
