import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressKey } from '../../base/limits/client-address.ts';
import { guardUploads, type UploadGuard } from './uploads.ts';

class Answer extends EventEmitter {
  text: string | null = null;
  writeHead(): void {}
  end(text: string): void {
    this.text = text;
    this.emit('close');
  }
}

describe('the places of uploads', () => {
  let guard: UploadGuard;
  beforeEach(() => {
    guard = guardUploads<string>({
      authenticate: (token) => token,
      userKey: (user) => user,
      translate: (_, key) => key,
      headers: [],
    })(false);
  });

  /** Begins an upload; null where it was refused, else what ends it. */
  async function begin(address: string, user: string): Promise<(() => void) | null> {
    const raw = new Answer();
    const request = {
      headers: { authorization: user },
      addressKey: addressKey(address),
      onFormRefused: null,
    };
    const reply = { raw, hijack: () => {} };
    await guard(request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    if (raw.text === null) return () => void raw.emit('close');
    expect(raw.text).toContain('RATE_LIMITED');
    return null;
  }
  let users = 0;
  const newUser = () => {
    users += 1;
    return `user-${String(users).padStart(20, '0')}`;
  };
  /** The places that new users get from these addresses, one after the other. */
  async function taken(addresses: readonly string[], tries = 12): Promise<number> {
    let count = 0;
    for (let at = 0; at < tries; at += 1)
      for (const address of addresses) if ((await begin(address, newUser())) !== null) count += 1;
    return count;
  }

  it.each([
    ['IPv4', ['203.0.113.1', '203.0.113.2'], '203.0.113.3'],
    ['IPv6 by /64', ['2001:db8:1:1::1', '2001:db8:2:2::1'], '2001:db8:3:3::1'],
    [
      'IPv6 of one /48',
      ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'],
      '203.0.113.9',
    ],
  ])('leave half of them to others, whatever accounts two senders have: %s', async (_, senders, other) => {
    expect(await taken(senders)).toBeLessThanOrEqual(6);
    expect(await begin(other, newUser())).not.toBeNull();
  });

  it('are counted by /64, and not by address of IPv6', async () => {
    const ofOne = Array.from({ length: 20 }, (_, at) => `2001:db8:1:1::${at + 1}`);
    expect(await taken(ofOne, 1)).toBe(3);
  });

  it('have the last ones for who has none, and are all taken by many', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `198.51.100.${at + 1}`);
    expect(await taken(many, 2)).toBe(12);
    expect(await begin('203.0.113.1', newUser())).toBeNull();
  });

  it('are two of one user, from wherever, and are free again when an upload ends', async () => {
    const user = newUser();
    const ends = [await begin('203.0.113.1', user), await begin('203.0.113.2', user)];
    expect(await begin('203.0.113.3', user)).toBeNull();
    ends[0]?.();
    expect(await begin('203.0.113.3', user)).not.toBeNull();
  });
});
