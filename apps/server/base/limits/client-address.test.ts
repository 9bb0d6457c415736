import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressKey, clientAddressReader } from './client-address.ts';

const request = (header: string | undefined, remoteAddress: string | undefined = '::1') => {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
};

const behind = clientAddressReader(['::1', '10.1.0.0/16', 'fd00:5::/32']);

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1,203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('behind a proxy is the one that it saw: %s', (header, address) => {
    expect(behind(request(header))).toBe(address);
  });

  it.each([
    undefined,
    '',
    ' , ',
    '198.51.100.1, ',
    '198.51.100.1, unknown',
    '999.1.1.1',
    '1.2.3.4.5',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '[203.0.113.7',
    '[]:80',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    'for=203.0.113.7',
    '"203.0.113.7"',
    '127.0.0.1\u0000',
    '::1%'.padEnd(200, 'z'),
    'x'.repeat(16_000),
    ','.repeat(16_000),
  ])('behind a proxy is the peer where the header has none (%#)', (header) => {
    expect(behind(request(header))).toBe('::1');
  });

  it.each([
    ['198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['10.1.2.3', '10.1.2.3'],
    ['203.0.113.7, fd00:5::9, 10.1.2.3', '203.0.113.7'],
    ['203.0.113.7, 10.2.0.1, 10.1.2.3', '10.2.0.1'],
    ['203.0.113.7, ::ffff:10.1.2.3', '203.0.113.7'],
    ['nonsense, 10.1.2.3', '10.1.2.3'],
  ])('behind several proxies of ours is the one that the outermost saw: %s', (header, address) => {
    expect(behind(request(header))).toBe(address);
  });

  it('is the peer where that is no proxy of ours, whatever it says', () => {
    expect(behind(request('203.0.113.7', '198.51.100.1'))).toBe('198.51.100.1');
    expect(behind(request('203.0.113.7', '10.2.0.1'))).toBe('10.2.0.1');
  });

  it('reads no endless chain of addresses that a client gave itself', () => {
    const header = Array.from({ length: 700 }, (_, index) => `10.1.${index % 250}.1`).join(',');
    expect(behind(request(header))).toMatch(/^10\.1\./);
  });

  it('is the peer where no proxy is trusted', () => {
    const peer = clientAddressReader([]);
    expect(peer(request('203.0.113.7'))).toBe('::1');
    expect(peer(request('203.0.113.7', '::ffff:198.51.100.1'))).toBe('198.51.100.1');
    expect(peer({ headers: {}, socket: {} } as unknown as IncomingMessage)).toBe('unknown');
  });
});

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['64:ff9b:1::203.0.113.7', '64:ff9b:1:0::/64'],
    ['2002:cb00:7107:1::1', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['a:b', 'a:b'],
  ])('groups what one line may choose from: %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
