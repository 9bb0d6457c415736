import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '..', 'public', 'sw.js'), 'utf8');
const ORIGIN = 'https://candor.example';

interface Asked {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string };
  respondWith(answer: Promise<Response>): void;
}

const PAGE = { headers: { 'content-type': 'text/html; charset=utf-8' } };

let kept: Map<string, Response>;
let network: (url: string) => Promise<Response>;
let onFetch: (event: Asked) => void;

beforeEach(() => {
  kept = new Map();
  network = async (url) => new Response(url);
  const keyOf = (request: { url: string } | string) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;
  const cache = {
    match: async (request: { url: string } | string) => kept.get(keyOf(request))?.clone(),
    put: async (request: { url: string } | string, answer: Response) => void kept.set(keyOf(request), answer),
    keys: async () => [...kept.keys()],
    delete: async (request: string) => kept.delete(request),
  };
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: Asked) => void) => {
      if (name === 'fetch') onFetch = listener;
    },
  };
  const fetchOf = async (request: { url: string }) => {
    const answer = await network(request.url);
    Object.defineProperty(answer, 'type', { value: 'basic' });
    return answer;
  };
  new Function('self', 'caches', 'fetch', source)(self, { open: async () => cache }, fetchOf);
});

/** The worker's answer to a request, or null where it stays out of it. */
async function ask(path: string, { method = 'GET', mode = 'cors' } = {}): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  onFetch({
    request: { url: new URL(path, ORIGIN).href, method, mode },
    respondWith: (given) => {
      answer = given;
    },
  });
  return answer === null ? null : (await (answer as Promise<Response>)).text();
}

describe('the service worker', () => {
  it('stays out of the API, the configuration and other origins, whatever the request', async () => {
    for (const path of [
      '/api/v1/coin/assets/getMyBalance',
      '/api/user/login',
      '/platform/dev/config.js?t=1',
      '/ws/1',
      '/mqtt',
      'https://other.example/static/a.js',
    ]) {
      expect(await ask(path), path).toBeNull();
      expect(await ask(path, { mode: 'navigate' }), path).toBeNull();
    }
    expect(await ask('/static/a.js', { method: 'POST' })).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('keeps the app’s files and gives them without the network', async () => {
    await ask('/static/app-1a2b.js');
    network = async () => {
      throw new TypeError('offline');
    };
    expect(await ask('/static/app-1a2b.js')).toBe(`${ORIGIN}/static/app-1a2b.js`);
  });

  it('keeps no page that a network sends in place of a file', async () => {
    network = async () => new Response('log in', PAGE);
    expect(await ask('/static/app-1a2b.js')).toBe('log in');
    network = async () => new Response('code', { headers: { 'content-type': 'text/javascript' } });
    expect(await ask('/static/app-1a2b.js')).toBe('code');
  });

  it('takes the page from the network, and the kept one only without it', async () => {
    network = async () => new Response('first', PAGE);
    expect(await ask('/home/index', { mode: 'navigate' })).toBe('first');
    network = async () => new Response('second', PAGE);
    expect(await ask('/quotes/index', { mode: 'navigate' })).toBe('second');
    network = async () => {
      throw new TypeError('offline');
    };
    expect(await ask('/trade/index', { mode: 'navigate' })).toBe('second');
  });

  it('keeps no file that a person opens in place of the page', async () => {
    network = async () => new Response('the app', PAGE);
    await ask('/defis/index', { mode: 'navigate' });
    network = async () => new Response('contract', { headers: { 'content-type': 'text/plain' } });
    expect(await ask('/contracts/JoinRegistry.sol', { mode: 'navigate' })).toBe('contract');
    network = async () => {
      throw new TypeError('offline');
    };
    expect(await ask('/defis/index', { mode: 'navigate' })).toBe('the app');
  });

  it('keeps no page that went wrong', async () => {
    network = async () => new Response('down', { status: 503 });
    expect(await ask('/home/index', { mode: 'navigate' })).toBe('down');
    expect(kept.size).toBe(0);
  });
});
