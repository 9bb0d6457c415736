import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { calls, platformConfig } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { send } from './support/person.ts';

const REGISTER = {
  type: 'account',
  account: 'surface_check',
  password: 'right-horse-9',
  confirmPassword: 'right-horse-9',
};

let house: House;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'candor-web-'));
  await mkdir(join(webRoot, 'static'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>the app</title>');
  await writeFile(join(webRoot, 'static', 'main-abc123.js'), 'export {};');
  await writeFile(join(webRoot, 'manifest.webmanifest'), '{"name":"Candor"}');
  house = await openHouse({ webRoot });
});
afterAll(async () => {
  await house?.stop();
  await rm(webRoot, { recursive: true, force: true });
});

describe('beside the API', () => {
  it('serves the config as a script of its own origin', async () => {
    const answer = await send(house, 'GET', '/platform/dev/config.js?t=123');
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    const window: { __PLATFORM_CONFIG__?: unknown } = {};
    runInContext(answer.text, createContext({ window, Object }));
    expect(platformConfig.parse({ ...(window.__PLATFORM_CONFIG__ as object) }).head).toBe('v1');
  });

  it('describes every call in /openapi.json and /docs', async () => {
    const document = JSON.parse((await send(house, 'GET', '/openapi.json')).text);
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(new Set(operations)).toEqual(new Set(Object.keys(calls)));
    const page = await send(house, 'GET', '/docs');
    for (const name of Object.keys(calls)) expect(page.text).toContain(`<article id="${name}">`);
    expect(page.text).not.toMatch(/<script|<style| style=|https?:\/\/|\son\w+=/);
    expect((await send(house, 'GET', '/docs/style.css')).headers.get('content-type')).toMatch(/^text\/css/);
  });

  it('answers /livez and /readyz, and has no /metrics', async () => {
    expect((await send(house, 'GET', '/livez')).status).toBe(200);
    expect((await send(house, 'GET', '/readyz')).status).toBe(200);
    const answer = await send(house, 'GET', '/metrics');
    // Like any unknown address, it returns the page.
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.text).not.toMatch(/candor_|process_|nodejs_/);
  });

  it('gives the app for its own paths, with a strict policy, and keeps only hashed files', async () => {
    for (const path of [
      '/',
      '/home/index',
      '/assets/index?key=overview',
      '/trade/index?type=spot&symbol=btc',
      '/user/register',
    ]) {
      const page = await send(house, 'GET', path);
      expect(page.text).toContain('the app');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.headers.get('x-frame-options')).toBe('DENY');
    }
    const asset = await send(house, 'GET', '/static/main-abc123.js');
    expect(asset.headers.get('cache-control')).toMatch(/immutable/);
    const manifest = await send(house, 'GET', '/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    expect(JSON.parse(manifest.text)).toEqual({ name: 'Candor' });
    for (const path of ['/static/missing.js', '/favicon.ico', '/docs/x', '/platform/x']) {
      expect((await send(house, 'GET', path)).status).toBe(404);
    }
    await writeFile(join(webRoot, '..', 'candor-outside.txt'), 'outside');
    for (const path of [
      '/..%2fcandor-outside.txt',
      '/static/..%2f..%2fcandor-outside.txt',
      '/..%5ccandor-outside.txt',
    ]) {
      expect((await send(house, 'GET', path)).text).not.toContain('outside');
    }
    await rm(join(webRoot, '..', 'candor-outside.txt'));
  });

  it('binds the cookie to the host and asks for https where users come over https', async () => {
    const secure = await openHouse({ secure: true });
    try {
      const answer = await send(secure, 'POST', '/api/user/register', { body: REGISTER });
      const attributes = 'Path=/; HttpOnly; SameSite=Strict; Secure';
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'));
      expect(cookies).toEqual([
        `__Host-candor-device=…; Max-Age=15552000; ${attributes}`,
        `__Host-candor-session=…; Max-Age=604800; ${attributes}`,
      ]);
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await secure.stop();
    }
  });
});
