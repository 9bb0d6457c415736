import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddressReader } from './client-address.ts';

const request = (header: string | undefined) => {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header };
  return { headers, socket: { remoteAddress: '::1' } } as unknown as IncomingMessage;
};

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1,203.0.113.7 ', '203.0.113.7'],
    ['198.51.100.1, ', '::1'],
    ['', '::1'],
    [undefined, '::1'],
  ])('behind a proxy is the one that it saw: %s', (header, address) => {
    expect(clientAddressReader(true)(request(header))).toBe(address);
  });

  it('is the peer where no proxy is trusted', () => {
    expect(clientAddressReader(false)(request('203.0.113.7'))).toBe('::1');
  });
});
