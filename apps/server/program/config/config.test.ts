import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { StartupError } from '../../base/errors/startup-error.ts';
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

test('the proxies in front are addresses and networks; without any nobody is believed', () => {
  expect(readConfig({}, [], '/p').proxies).toEqual([]);
  const { proxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8' }, [], '/p');
  expect(proxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
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
  [{ TRUSTED_PROXIES: 'yes' }, [], /TRUSTED_PROXIES: is a list of addresses and networks/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, [], /TRUSTED_PROXIES: is a list/],
  [{ TRUSTED_PROXIES: '127.0.0.1,proxy.example' }, [], /TRUSTED_PROXIES: is a list/],
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
  const written = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  expect(written).toBe(envExample());
});

test('in a container the console listens on the loopback, and compose publishes it to the loopback alone', () => {
  const file = (name: string) => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');
  const image = file('Dockerfile').replaceAll(/^#.*$/gm, '');
  expect(image).not.toMatch(/CONSOLE_HOST/);
  expect(image).not.toMatch(/EXPOSE.*8081/);
  expect(file('compose.yaml')).toMatch(/^ +- '127\.0\.0\.1:8081:8081'$/m);
  expect(file('compose.yaml')).not.toMatch(/^ +- '?(0\.0\.0\.0:)?8081:/m);
});

describe('nodes of a chain', () => {
  const NODES = 'https://one.example,https://two.example,https://three.example';
  const REAL = { CANDOR_MODE: 'real', CANDOR_FEED: 'live', PUBLIC_URL: 'https://x.example' };
  const SMTP_URL = 'smtps://mail.example';
  const codeOf = (env: NodeJS.ProcessEnv): string | null => {
    try {
      readConfig(env, [], '/p');
      return null;
    } catch (error) {
      return (error as StartupError).code;
    }
  };

  test('are one, or three different ones', () => {
    const evm = (EVM_RPC_URLS: string) => readConfig({ ...REAL, SMTP_URL, EVM_RPC_URLS }, [], '/p').evm;
    expect(evm(NODES)).toEqual({ urls: NODES.split(','), chainId: 1 });
    expect(evm('http://127.0.0.1:8545')).toEqual({ urls: ['http://127.0.0.1:8545'], chainId: 1 });
    for (const wrong of [
      'https://a.example,https://b.example',
      'ftp://a',
      `${NODES},https://d`,
      NODES.replace('two', 'one'),
    ])
      expect(codeOf({ ...REAL, SMTP_URL, EVM_RPC_URLS: wrong })).toBe('BAD_CONFIG');
  });

  test('of a practice chain start no real journal, and of a real one no practice journal', () => {
    for (const id of ['31337', '11155111', '17000', '560048'])
      expect(codeOf({ ...REAL, SMTP_URL, EVM_RPC_URLS: NODES, EVM_CHAIN_ID: id })).toBe('CHAIN_MODE');
    for (const id of ['1', '10', '137'])
      expect(codeOf({ EVM_RPC_URLS: NODES, EVM_CHAIN_ID: id })).toBe('CHAIN_MODE');
    expect(codeOf({ ...REAL, SMTP_URL, EVM_RPC_URLS: NODES, EVM_CHAIN_ID: '5' })).toBe('CHAIN_MODE');
    expect(codeOf({ EVM_RPC_URLS: NODES, EVM_CHAIN_ID: '31337' })).toBeNull();
  });

  test('start no real withdrawals where nobody could be asked for a step-up', () => {
    expect(codeOf({ ...REAL, EVM_RPC_URLS: NODES })).toBe('STEP_UP_MISSING');
    expect(codeOf({ ...REAL, SMTP_URL, EVM_RPC_URLS: NODES, PUBLIC_URL: 'http://x.example' })).toBe(
      'STEP_UP_MISSING',
    );
    expect(codeOf({ ...REAL, SMTP_URL, EVM_RPC_URLS: NODES, PUBLIC_URL: '' })).toBe('STEP_UP_MISSING');
    expect(codeOf({ ...REAL, SMTP_URL, EVM_RPC_URLS: NODES })).toBeNull();
    expect(codeOf({ ...REAL, PUBLIC_URL: '' })).toBeNull();
  });

  test('stand in place of the chain that practice mode brings along', () => {
    const config = readConfig({ EVM_RPC_URLS: NODES, EVM_CHAIN_ID: '31337' }, [], '/p');
    expect(config.practiceChain).toBe(false);
    expect(readConfig({}, [], '/p')).toMatchObject({ practiceChain: true, evm: null });
  });
});
