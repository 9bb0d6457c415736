import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartupError } from '../../base/errors/startup-error.ts';
import { listedChain, requireChainOfMode } from '../../money/chains/index.ts';
import type { FeedChoice } from '../../prices/feeds/choice.ts';
import { type Environment, environmentSchema, variables } from './schema.ts';

/** Deliverer of messages: a server of another machine, the console of this one (in practice mode), or nobody. */
type Delivery = 'server' | 'console' | null;

/** Settings of the program. Nothing else in the server reads the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The number of processes that serve customers. */
  readonly doors: number;
  readonly consoleHost: string;
  readonly consolePort: number;
  readonly metricsHost: string;
  /** Null where nobody asks for metrics. */
  readonly metricsPort: number | null;
  /** Token that a request for metrics must carry; null where all of this machine may ask. */
  readonly metricsToken: string | null;
  /** The address users type, null when none was given: then it is http://localhost:<port>. */
  readonly publicUrl: string | null;
  readonly consolePublicUrl: string | null;
  /** A mailto: or https: address; null where weaknesses are reported to nobody. */
  readonly securityContact: string | null;
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
  readonly proxies: readonly string[];
  readonly hstsSubdomains: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** The owner of the tables of a PostgreSQL of one's own; null for the embedded one, or where the runtime role starts alone. */
  readonly databaseUrl: string | null;
  /** The role that the processes work as on such a server; null where the owner works, or it is embedded. */
  readonly databaseRuntimeUrl: string | null;
  readonly feed: FeedChoice;
  readonly feedSpeed: number;
  /** Hex, 32 bytes; null for a random one. */
  readonly seed: string | null;
  readonly apiHead: string;
  /** Demo logins and practice funds. */
  readonly demo: boolean;
  /** True if practice mode runs a chain of its own. */
  readonly practiceChain: boolean;
  /** Nodes of a chain, one or three, and its id; null where none are set. Their URLs may hold keys. */
  readonly evm: { readonly urls: readonly string[]; readonly chainId: number } | null;
  /** Bitcoin Core of practice mode; null where none is set. It holds a password. */
  readonly bitcoinRpcUrl: string | null;
  readonly mode: Environment['CANDOR_MODE'];
  /** Absolute; null for none. */
  readonly historyFolder: string | null;
  /** Recorded candles of gold and currencies. */
  readonly mt5Candles: string | null;
  readonly houseSizePpm: number;
  readonly houseSpreadPpm: number;
  readonly loginAttemptsPerMinute: number;
  readonly registrationsPerHour: number;
  readonly callsPerSecond: number;
  readonly actsPerUserAndDay: number;
  readonly actsPerAddressAndDay: number;
  /** Hex, 32 bytes; null for the one in the data folder. */
  readonly filesKey: string | null;
  /** Null without a mail server. It holds a password: only the process that sends mail has it. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Null without an SMSC. It holds a password: only the process that sends texts has it. */
  readonly smppUrl: string | null;
  readonly smsFrom: string;
  /** Deliverers of mail and texts; null for nobody. */
  readonly deliveries: { readonly email: Delivery; readonly sms: Delivery };
  readonly codesPerHour: number;
  readonly smsPerCountryAndHour: number;
  /** Public keys that backups are encrypted to; null where none is set. */
  readonly backup: { readonly recipient: string | null; readonly keysRecipient: string | null };
  /** Checks public answers against the contract before they leave. */
  readonly checkAnswers: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  /** False where another program serves the pages, as in development. */
  readonly pages: boolean;
}

/** The names of all environment variables that configure the server. */
export const settingNames: ReadonlySet<string> = new Set(Object.keys(variables));

const flags: Record<string, keyof Environment> = {
  feed: 'CANDOR_FEED',
  speed: 'CANDOR_FEED_SPEED',
  seed: 'CANDOR_SEED',
  data: 'CANDOR_DATA',
  port: 'PORT',
  'console-port': 'CONSOLE_PORT',
};

/**
 * Reads the configuration from the environment and the command line, which wins. An empty variable counts as unset.
 * Relative paths are taken from `root`, the folder of the project. Throws BAD_CONFIG with all that is wrong.
 */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[], root: string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { pages, settings } = readFlags(argv);
  const parsed = environmentSchema.safeParse({ ...given, ...settings });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new StartupError(
      'BAD_CONFIG',
      `The configuration is not right. ${lines.join('; ')}. See .env.example.`,
    );
  }
  if (parsed.data.CANDOR_MODE === 'real' && parsed.data.CANDOR_FEED.kind !== 'live')
    throw new StartupError(
      'FEED_MODE',
      `A real journal takes prices of real venues only, and ${parsed.data.CANDOR_FEED.kind} is none. ` +
        'Start with --feed live, or leave CANDOR_MODE at practice.',
    );
  checkMetrics(parsed.data);
  checkChain(parsed.data);
  if (parsed.data.CANDOR_MODE === 'real' && parsed.data.BITCOIN_RPC_URL !== undefined)
    throw new StartupError(
      'BAD_CONFIG',
      'BITCOIN_RPC_URL: real mode does not serve Bitcoin yet. Remove it, or leave CANDOR_MODE at practice.',
    );
  return toConfig(parsed.data, pages, root);
}

/** Refuses metrics that everybody on a network could read. */
function checkMetrics({ METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token }: Environment): void {
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (port === undefined || isHere || token !== undefined) return;
  throw new StartupError(
    'BAD_CONFIG',
    `METRICS_HOST: ${host} is open to other machines. Set METRICS_TOKEN too, or METRICS_HOST=127.0.0.1.`,
  );
}

/** Refuses a chain of the other mode, one that is not listed, and real withdrawals that could ask nobody for a second factor. */
function checkChain(env: Environment): void {
  const { CANDOR_MODE: mode, EVM_RPC_URLS: urls, EVM_CHAIN_ID: chainId } = env;
  if (urls === undefined) return;
  try {
    requireChainOfMode(mode, chainId);
  } catch (error) {
    throw new StartupError(
      'CHAIN_MODE',
      `${(error as Error).message}. Set EVM_CHAIN_ID and EVM_RPC_URLS to a chain of ${mode} mode, or remove both.`,
    );
  }
  if (listedChain(chainId) === undefined)
    throw new StartupError(
      'CHAIN_MODE',
      `EVM_CHAIN_ID: chain ${chainId} is not listed. Candor serves Ethereum (1) in real mode.`,
    );
  if (mode === 'practice') return;
  const isSecure = env.PUBLIC_URL?.startsWith('https://') === true;
  if (!isSecure || (env.SMTP_URL === undefined && env.SMPP_URL === undefined))
    throw new StartupError(
      'STEP_UP_MISSING',
      'Real withdrawals need a step-up, and it is not set up. Set PUBLIC_URL to an https:// address, which passkeys need, ' +
        'and SMTP_URL or SMPP_URL, by which codes and warnings reach users.',
    );
}

function readFlags(argv: readonly string[]): { pages: boolean; settings: Record<string, string> } {
  const texts = Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: 'string' as const }]));
  const options = { ...texts, 'without-pages': { type: 'boolean' as const } };
  try {
    const { values } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false });
    const { 'without-pages': withoutPages, ...given } = values;
    const settings = Object.entries(given).map(([flag, value]) => [flags[flag], String(value)]);
    return { pages: withoutPages !== true, settings: Object.fromEntries(settings) };
  } catch (error) {
    const known = [...Object.keys(flags), 'without-pages'].map((flag) => `--${flag}`);
    throw new StartupError(
      'BAD_CONFIG',
      `The command line is not right: ${error instanceof Error ? error.message : error}. Known are ${known.join(', ')}.`,
    );
  }
}

function toConfig(env: Environment, pages: boolean, root: string): Config {
  const feed = env.CANDOR_FEED;
  const withoutServer = env.CANDOR_MODE === 'practice' ? 'console' : null;
  const deliveryBy = (url: string | undefined): Delivery => (url === undefined ? withoutServer : 'server');
  return {
    host: env.HOST,
    port: env.PORT,
    doors: env.DOORS,
    consoleHost: env.CONSOLE_HOST,
    consolePort: env.CONSOLE_PORT,
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    consolePublicUrl: env.CONSOLE_PUBLIC_URL?.replace(/\/$/, '') ?? null,
    securityContact: env.SECURITY_CONTACT ?? null,
    proxies: env.TRUSTED_PROXIES,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    dataDir: resolve(root, env.CANDOR_DATA),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseRuntimeUrl: env.DATABASE_RUNTIME_URL ?? null,
    feed: feed.kind === 'replay' ? { kind: 'replay', path: resolve(root, feed.path) } : feed,
    feedSpeed: env.CANDOR_FEED_SPEED,
    seed: env.CANDOR_SEED ?? null,
    apiHead: env.CANDOR_API_HEAD,
    demo: env.CANDOR_DEMO && env.CANDOR_MODE === 'practice',
    practiceChain: env.PRACTICE_CHAIN && env.CANDOR_MODE === 'practice' && env.EVM_RPC_URLS === undefined,
    evm: env.EVM_RPC_URLS === undefined ? null : { urls: env.EVM_RPC_URLS, chainId: env.EVM_CHAIN_ID },
    bitcoinRpcUrl: env.BITCOIN_RPC_URL ?? null,
    mode: env.CANDOR_MODE,
    mt5Candles: env.MT5_CANDLES === undefined ? null : resolve(root, env.MT5_CANDLES),
    historyFolder: env.CANDOR_HISTORY === undefined ? null : resolve(root, env.CANDOR_HISTORY),
    houseSizePpm: env.HOUSE_SIZE_PERCENT * 10_000,
    houseSpreadPpm: env.HOUSE_SPREAD_PPM,
    loginAttemptsPerMinute: env.LOGIN_ATTEMPTS_PER_MINUTE,
    registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
    callsPerSecond: env.CALLS_PER_SECOND,
    actsPerUserAndDay: env.ACTS_PER_USER_AND_DAY,
    actsPerAddressAndDay: env.ACTS_PER_ADDRESS_AND_DAY,
    filesKey: env.FILES_KEY ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    smppUrl: env.SMPP_URL ?? null,
    smsFrom: env.SMS_FROM,
    deliveries: { email: deliveryBy(env.SMTP_URL), sms: deliveryBy(env.SMPP_URL) },
    codesPerHour: env.CODES_PER_HOUR,
    smsPerCountryAndHour: env.SMS_PER_COUNTRY_AND_HOUR,
    backup: { recipient: env.BACKUP_RECIPIENT ?? null, keysRecipient: env.BACKUP_KEYS_RECIPIENT ?? null },
    checkAnswers: env.CHECK_ANSWERS,
    logLevel: env.LOG_LEVEL,
    pages,
  };
}
