import { expect, it } from 'vitest';
import { socketUrl } from './config.ts';

it('takes the page’s own origin for sockets, secure where the page is', () => {
  expect(socketUrl('', '/ws/1', { protocol: 'http:', host: 'localhost:8080' })).toBe(
    'ws://localhost:8080/ws/1',
  );
  expect(socketUrl('', '/ws/1', { protocol: 'https:', host: 'candor.example' })).toBe(
    'wss://candor.example/ws/1',
  );
});

it('takes the configured origin where there is one', () => {
  const page = { protocol: 'https:', host: 'candor.example' };
  expect(socketUrl('https://stream.example/', '/ws/1', page)).toBe('wss://stream.example/ws/1');
  expect(socketUrl('ws://127.0.0.1:9', '/ws/1', page)).toBe('ws://127.0.0.1:9/ws/1');
});
