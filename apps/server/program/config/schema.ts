import { z } from 'zod';
import { parseFeed } from '../../prices/feeds/choice.ts';

const wholeNumber = (least: number, most: number) => {
  const wrong = `is a whole number from ${least} to ${most}`;
  return z.coerce.number(wrong).int(wrong).min(least, wrong).max(most, wrong);
};
const port = wholeNumber(0, 65535);
const MAX_NETWORKS = 64;
const yesNo = z.enum(['yes', 'no'], 'is yes or no').transform((text) => text === 'yes');

const feed = z.string().transform((text, context) => {
  const choice = parseFeed(text);
  if (choice !== null) return choice;
  context.addIssue('is simulator, replay:<file or folder>, live or live:<venue>,<venue>');
  return z.NEVER;
});

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'is a URL like postgresql://user:password@host:5432/database');

const publicUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
}, 'is an address like https://exchange.example, without a path');

const urlOf = (protocols: readonly string[], wrong: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return (
      url !== null && protocols.includes(url.protocol) && (url.protocol === 'mailto:' || url.hostname !== '')
    );
  }, wrong);

/** One node, or three of which two must agree: of two, one outage would stop the chain. */
const nodeUrls = z.string().transform((text, context) => {
  const urls = text.split(',').map((url) => url.trim());
  const areNodes = urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (areNodes && (urls.length === 1 || urls.length === 3) && new Set(urls).size === urls.length) return urls;
  context.addIssue('is one URL of a node, or three different ones with commas between');
  return z.NEVER;
});

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
/** Addresses and networks with commas between; none in an empty text. */
const networks = z.string().transform((text, context) => {
  const list = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (list.length <= MAX_NETWORKS && list.every((entry) => network.safeParse(entry).success)) return list;
  context.addIssue('is a list of addresses and networks such as 127.0.0.1,10.0.0.0/8');
  return z.NEVER;
});

const ageKey = z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/, 'is a public key of age, such as age1…');

/** Each variable with its schema; the text of `.describe` is what `.env.example` says of it. */
export const variables = {
  PORT: port.default(8080).describe('Port of the customer app and its API.'),
  CONSOLE_PORT: port.default(8081).describe('Port of the operator console. Keep it out of the internet.'),
  METRICS_PORT: port
    .optional()
    .describe('Port of /metrics for Prometheus, and of nothing else. Without it there are no metrics.'),
  DOORS: wholeNumber(1, 64)
    .default(1)
    .describe('Processes that serve customers, on one port. One suits two cores; more suit more.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 opens it to the network.'),
  CONSOLE_HOST: z.string().min(1).default('127.0.0.1').describe('Address that the console listens on.'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that /metrics listens on. Beyond this machine METRICS_TOKEN is needed.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w~+/.-]{16,256}=*$/, 'is 16 to 256 letters, digits or ~+/.-_')
    .optional()
    .describe('What Prometheus sends as `Authorization: Bearer …`, such as from `openssl rand -hex 32`.'),
  PUBLIC_URL: publicUrl
    .optional()
    .describe('The address that users type. With https:// cookies become secure and HSTS is sent.'),
  HSTS_SUBDOMAINS: yesNo
    .prefault('no')
    .describe(
      'yes: HSTS holds for all hosts below PUBLIC_URL too, for a year. Each of them must have https then.',
    ),
  SECURITY_CONTACT: urlOf(['mailto:', 'https:'], 'is an address like mailto:security@exchange.example')
    .optional()
    .describe('Where weaknesses are reported: /.well-known/security.txt names it. Without it there is none.'),
  CONSOLE_PUBLIC_URL: publicUrl.optional().describe('The address that operators type.'),
  TRUSTED_PROXIES: networks
    .prefault('')
    .describe(
      'Addresses and networks of the proxies in front, such as 127.0.0.1,10.0.0.0/8: what they add to X-Forwarded-For is ' +
        'believed. Nobody else’s is.',
    ),
  CANDOR_DATA: z.string().min(1).default('.data').describe('Folder of everything that is kept.'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('A PostgreSQL of your own (15 or newer) in place of the embedded one. No transaction pooler.'),
  DATABASE_RUNTIME_URL: databaseUrl
    .optional()
    .describe(
      'The same PostgreSQL as a role that cannot change rows of journal and audit. Without it the owner works. Without ' +
        'DATABASE_URL the program starts on tables that `npm run migrate` made as their owner, and never has that login.',
    ),
  CANDOR_FEED: feed
    .prefault('simulator')
    .describe('Market data: simulator, replay:<file or folder>, live or live:<venue>,<venue>.'),
  CANDOR_FEED_SPEED: z.coerce
    .number('is a number')
    .positive('is more than 0')
    .max(10_000, 'is at most 10000')
    .default(1)
    .describe('How many times faster than recorded a replay plays.'),
  CANDOR_MODE: z
    .enum(['practice', 'real'], 'is practice or real')
    .default('practice')
    .describe(
      'practice or real, for ever: a journal keeps what it began with. real takes the live feed only.',
    ),
  CANDOR_HISTORY: z
    .string()
    .optional()
    .describe('Folder of recorded candles that the charts of a replay go back to.'),
  MT5_CANDLES: z
    .string()
    .optional()
    .describe('Folder of recorded candles of gold and currencies (XAUUSD-h1.csv.gz) that a replay shows.'),
  CANDOR_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is 64 hexadecimal digits')
    .optional()
    .describe(
      'Seed of the simulator at the first start, for repeatable markets. Random and secret if unset.',
    ),
  CANDOR_API_HEAD: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'is letters, digits and hyphens')
    .default('v1')
    .describe('The {head} in the paths of the API.'),
  CANDOR_DEMO: yesNo
    .prefault('yes')
    .describe('yes: demo logins and practice funds exist, in a practice journal.'),
  PRACTICE_CHAIN: yesNo
    .prefault('yes')
    .describe(
      'yes: practice mode runs an Ethereum chain of its own, for deposits and withdrawals of practice coins.',
    ),
  EVM_RPC_URLS: nodeUrls
    .optional()
    .describe(
      'Nodes of Ethereum for deposits and withdrawals: one URL, or three with commas between, of which two must agree. ' +
        'Real mode has no chain without it; in practice mode it stands in place of the chain that comes along.',
    ),
  EVM_CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .default(1)
    .describe(
      'Chain that EVM_RPC_URLS serve: 1 is Ethereum. A practice journal takes practice chains only, a real one none of them.',
    ),
  BITCOIN_RPC_URL: urlOf(['http:', 'https:'], 'is a URL like http://user:password@127.0.0.1:18443')
    .optional()
    .describe(
      'Bitcoin Core for deposits and withdrawals of BTC: http://user:password@host:port of a node with txindex=1. ' +
        'A practice journal takes regtest only.',
    ),
  HOUSE_SIZE_PERCENT: wholeNumber(0, 1000)
    .default(50)
    .describe("Size of the house's quotes in percent of the venue's; 0 quotes nothing."),
  HOUSE_SPREAD_PPM: wholeNumber(0, 100_000)
    .default(0)
    .describe("How far the house's quotes stand back from the venue's, in millionths of the price."),
  LOGIN_ATTEMPTS_PER_MINUTE: wholeNumber(1, 10_000)
    .default(10)
    .describe('Login attempts per address in a minute; ten times as many per account over all addresses.'),
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 100_000)
    .default(20)
    .describe('Registrations per address in an hour.'),
  CALLS_PER_SECOND: wholeNumber(1, 1_000_000)
    .default(200)
    .describe(
      'Points that an address and a user may each spend in a second. A common request costs 1, a dear one more: see /docs.',
    ),
  ACTS_PER_USER_AND_DAY: wholeNumber(1, 100_000_000)
    .default(100_000)
    .describe(
      'Acts of one user in a UTC day, a tenth more of cancels, closes, repayments and transfers. Each takes up to ' +
        '600 bytes of memory for 8 days.',
    ),
  ACTS_PER_ADDRESS_AND_DAY: wholeNumber(1, 100_000_000)
    .default(200_000)
    .describe(
      'The same of all users of one address together, or of an IPv6 /64; of an IPv6 /48 twice as many.',
    ),
  FILES_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is 64 hexadecimal digits')
    .optional()
    .describe(
      "Master key of users' files (64 hexadecimal digits), such as from `openssl rand -hex 32`. Without it the data folder " +
        'holds one, made at the first start. Whoever loses it loses the files.',
    ),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'is a URL like smtps://user:password@mail.example:465')
    .optional()
    .describe(
      'Server that sends our mail: smtps://user:password@host:port, or smtp:// with STARTTLS; smtp://host:port?tls=optional ' +
        'sends without TLS where the server has none. Without it practice mode shows mail on the terminal and in the ' +
        'console, and real mode takes no mail addresses.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^@\s<>]+@[^@\s<>]+>?$/, 'is an address, or a name and an address in angle brackets')
    .default('Candor <no-reply@candor.invalid>')
    .describe('Sender of our mail.'),
  SMPP_URL: urlOf(['smpp:', 'ssmpp:'], 'is a URL like ssmpp://system-id:password@smsc.example:3550')
    .optional()
    .describe(
      'SMSC that sends our texts: ssmpp://system-id:password@host:port, or smpp:// without TLS. Without it practice ' +
        'mode shows texts on the terminal and in the console, and real mode takes no phone numbers.',
    ),
  SMS_FROM: z
    .string()
    .regex(/^([A-Za-z0-9 ]{1,11}|\+?\d{3,15})$/, 'is up to 11 letters and digits, or a number')
    .default('Candor')
    .describe('Sender of our texts.'),
  CODES_PER_HOUR: wholeNumber(1, 100_000)
    .default(30)
    .describe('Codes by mail and SMS that one network address may ask for in an hour.'),
  SMS_PER_COUNTRY_AND_HOUR: wholeNumber(1, 1_000_000)
    .default(500)
    .describe('Texts to the numbers of one country in an hour: a bound of what a flood of codes can cost.'),
  BACKUP_RECIPIENT: ageKey
    .optional()
    .describe('Public key (age1…) that `npm run backup` encrypts database and files to.'),
  BACKUP_KEYS_RECIPIENT: ageKey
    .optional()
    .describe('Another public key, for the keys of the data folder: they leave in an archive of their own.'),
  CHECK_ANSWERS: yesNo
    .prefault('no')
    .describe('yes: public answers are checked against the contract before they leave. For development.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'is debug, info, warn, error or silent')
    .default('warn')
    .describe('Least level of the log lines on standard error.'),
};

export const environmentSchema = z.object(variables);
export type Environment = z.output<typeof environmentSchema>;
