import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

const options = {
  allowedOrigins: ['https://app.example.com'],
  maxConnections: 4,
  maxConnectionsPerIp: 2,
  handshakes: { take: () => 'admitted' as const },
  clientIp: ({ headers }: Pick<IncomingMessage, 'headers'>) => String(headers['x-ip'] ?? 'ip'),
};
const request = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers: { host: 'candor.test:8080', ...headers } }) as unknown as IncomingMessage;

describe('gate', () => {
  it.each([
    ['/ws/abc-DEF_123', { to: 'public' }],
    ['/ws/1.5e3', null],
    [`/ws/${'x'.repeat(64)}?t=1`, { to: 'public' }],
    [`/ws/${'x'.repeat(65)}`, null],
    ['/ws/', null],
    ['/ws/a/b', null],
    ['/ws/coin/1000', { to: 'private', userId: 1000 }],
    ['/ws/coin/0', null],
    ['/ws/coin/-1', null],
    ['/ws/coin/1e3', null],
    ['/ws/coin/9999999999999999', null],
    ['/mqtt', { to: 'mqtt' }],
    ['/mqtt/x', null],
    ['/', null],
    ['', null],
  ])('routes %s', (url, route) => {
    const admission = createGate(options).admit(request(url));
    expect('route' in admission ? admission.route : null).toEqual(route);
    if (route === null) expect(admission).toEqual({ refused: 404 });
  });

  it.each([
    [undefined, true],
    ['http://candor.test:8080', true],
    ['https://app.example.com', true],
    ['https://app.example.com.evil.test', false],
    ['http://candor.test:8081', false],
    ['http://candor.test', false],
    ['null', false],
    ['', false],
  ])('origin %s', (origin, admitted) => {
    const admission = createGate(options).admit(request('/mqtt', origin === undefined ? {} : { origin }));
    expect('route' in admission).toBe(admitted);
    if (!admitted) expect(admission).toEqual({ refused: 403 });
  });

  it('counts by address and in all, and lets in again who left, once', () => {
    const gate = createGate(options);
    const enter = (ip: string) => gate.admit(request('/mqtt', { 'x-ip': ip }));
    const first = enter('a');
    enter('a');
    expect(enter('a')).toEqual({ refused: 429 });
    if (!('leave' in first)) throw new Error('refused');
    first.leave();
    first.leave();
    expect(gate.count()).toBe(1);
    enter('a');
    expect(enter('a')).toEqual({ refused: 429 });
    enter('b');
    enter('b');
    expect(enter('c')).toEqual({ refused: 503 });
  });
});
