import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { envExample, readConfig } from './index.ts';

const message = (env: NodeJS.ProcessEnv, argv: string[] = []): string => {
  try {
    readConfig(env, argv, '/project');
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    expect((error as StartupError).code).toBe('BAD_CONFIG');
    return (error as StartupError).message;
  }
  throw new Error('nothing was refused');
};

test('with nothing set, the simulator serves this machine on 8080 and 8081 from .data', () => {
  expect(readConfig({}, [], '/project')).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    consolePort: 8081,
    dataDir: '/project/.data',
    databaseUrl: null,
    databaseRuntimeUrl: null,
    feed: { kind: 'simulator' },
    seed: null,
    apiHead: 'v1',
    demo: true,
  });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }, [], '/project')).toMatchObject({
    port: 8080,
    databaseUrl: null,
  });
});

test('the command line wins over the environment', () => {
  const config = readConfig(
    { CANDOR_FEED: 'simulator' },
    ['--feed', 'replay:../feed.gz', '--speed', '2.5'],
    '/a/b',
  );
  expect(config.feed).toEqual({ kind: 'replay', path: '/a/feed.gz' });
  expect(config.feedSpeed).toBe(2.5);
});

test('live takes its venues, or the usual ones', () => {
  expect(readConfig({ CANDOR_FEED: 'live:kraken,okx' }, [], '/p').feed).toEqual({
    kind: 'live',
    venues: ['kraken', 'okx'],
  });
  expect(readConfig({ CANDOR_FEED: 'live' }, [], '/p').feed).toMatchObject({ kind: 'live' });
});

test.each([
  [{ PORT: 'http' }, [], /PORT: is a whole number from 0 to 65535/],
  [{ PORT: '65536' }, [], /PORT: is a whole number/],
  [{ DATABASE_URL: 'mysql://x' }, [], /DATABASE_URL: is a URL like postgresql:/],
  [{ CANDOR_FEED: 'recorded' }, [], /CANDOR_FEED: is simulator, replay:/],
  [{}, ['--feed', 'live:Kraken;rm'], /CANDOR_FEED: is simulator/],
  [{}, ['--speed', '0'], /CANDOR_FEED_SPEED: is more than 0/],
  [{}, ['--fed', 'simulator'], /--fed.*Known are --feed/],
  [{ CANDOR_DEMO: 'true' }, [], /CANDOR_DEMO: is yes or no/],
  [{ CANDOR_SEED: '12' }, [], /CANDOR_SEED: is 64 hexadecimal digits/],
  [{ CANDOR_API_HEAD: '../x' }, [], /CANDOR_API_HEAD/],
  [{ PUBLIC_URL: 'exchange.example' }, [], /PUBLIC_URL: is an address/],
  [{ SECURITY_CONTACT: 'security@exchange.example' }, [], /SECURITY_CONTACT: is an address/],
])('%o %o is refused in words', (env, argv, words) => {
  expect(message(env, argv)).toMatch(words);
});

test('everything that is wrong is said at once', () => {
  expect(message({ PORT: 'a', CONSOLE_PORT: 'b' })).toMatch(/PORT: .*; CONSOLE_PORT: /);
});

test('.env.example is what the schema says', () => {
  const written = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  expect(written).toBe(envExample());
});

test('in a container the console listens on the loopback, and compose publishes it to the loopback alone', () => {
  const file = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const image = file('Dockerfile').replaceAll(/^#.*$/gm, '');
  expect(image).not.toMatch(/CONSOLE_HOST/);
  expect(image).not.toMatch(/EXPOSE.*8081/);
  expect(file('compose.yaml')).toMatch(/^ +- '127\.0\.0\.1:8081:8081'$/m);
  expect(file('compose.yaml')).not.toMatch(/^ +- '?(0\.0\.0\.0:)?8081:/m);
});
