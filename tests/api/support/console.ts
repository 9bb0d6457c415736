import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Client,
  createClient,
  type OperatorCalls,
  type OperatorRole,
  operatorRoutes,
  type ReviewItemRow,
} from '@candor/api';
import { generate } from 'otplib';
import { pino } from 'pino';
import { followCatalogue } from '../../../apps/server/engine/catalogue/index.ts';
import { openContent } from '../../../apps/server/gateway/content/index.ts';
import {
  createMessageArchive,
  type Deliveries,
  linkOf,
  loadWords,
  openMessages,
  setupLinksKey,
} from '../../../apps/server/gateway/messages/index.ts';
import type { ReviewKind } from '../../../apps/server/gateway/review/index.ts';
import {
  type OperatorRoom,
  type OperatorRoomOptions,
  openOperatorRoom,
} from '../../../apps/server/operators/operator/index.ts';
import { createOperatorApp } from '../../../apps/server/program/subjects/desks.ts';
import { CODES_KEY, type House } from './house.ts';

export const STEP_MS = 30_000;

/** The code of an authenticator app at a time. */
export const codeAt = (secret: string, timeMs: number) =>
  generate({ secret, epoch: Math.floor(timeMs / 1000) });

/** The operators' app over a house, with its first operator. */
export interface OperatorsConsole {
  readonly room: OperatorRoom;
  /** Key and messages that the links of newcomers are made with. */
  readonly setupLinks: Pick<OperatorRoomOptions, 'setupLinksKey' | 'messages'>;
  /** The key that seals second factors. */
  readonly secretKey: Uint8Array;
  readonly url: string;
  readonly first: { readonly name: string; readonly password: string };
  client(token?: string | null): Client<OperatorCalls>;
  /** Logs in with both factors, on a time step of its own, since each code works once. */
  signIn(): Promise<Client<OperatorCalls>>;
  /** The secret of the newest link that was mailed to an operator, as only its recipient reads it. */
  linkOf(name: string): Promise<string>;
  /** Sets up an operator who was added, by the newest link of the mail. */
  setUp(name: string): Promise<Client<OperatorCalls>>;
  /** Adds an operator as the only admin does, and sets it up. */
  add(name: string, role: OperatorRole, by: Client<OperatorCalls>): Promise<Client<OperatorCalls>>;
  /** Logs in an operator who was set up here. */
  signInAs(name: string): Promise<Client<OperatorCalls>>;
  /** The next code of an operator who was set up here. */
  nextCode(name: string): Promise<string>;
  /** The token of the newest login; null before the first. */
  token(): string | null;
  /** Name and password now. */
  login(): { readonly name: string; readonly password: string };
  passwordIs(password: string): void;
  /** Returns the number of times that the program was notified of an enrolled factor. */
  enrolments(): number;
  /** Tells of a factor that was enrolled elsewhere. */
  enrolled(secret: string): void;
  stop(): Promise<void>;
}

export interface ConsoleOptions {
  readonly proxies?: readonly string[];
  readonly callsPerSecond?: number;
  readonly loginAttemptsPerMinute?: number;
  /** Time for which a new operator approves nothing; 0 by default. */
  readonly newcomerMs?: number;
  /** Time for which nobody decides beside an operator whom they added; 0 by default. */
  readonly besideMs?: number;
  /** The key that codes are derived with, where operators may read them; not by default. */
  readonly codesKey?: Uint8Array;
  /** Deliverer of mail: a mail server by default. */
  readonly mail?: Deliveries['email'];
  readonly reviewKinds?: readonly ReviewKind[];
  /** True where the operators' clients go by the house's clock, which may be ahead of its engine's. */
  readonly followsHouse?: boolean;
  /** The signer's list; it does not answer by default. */
  readonly acceptedKeys?: () => Promise<{ operator: string; fingerprint: string }[]>;
}

/** The mail of an operator of the name. */
export const operatorMail = (name: string) => `${name}@operators.test`;

/** Reads an item and opens each of its pictures, as a reviewer must before a verdict. */
export async function lookAt(reviewer: Client<OperatorCalls>, id: string): Promise<ReviewItemRow> {
  const item = await reviewer.call('getReview', { params: { id } });
  for (const name of item.images) await reviewer.call('getReviewPicture', { params: { id, name } });
  return item;
}

export async function openConsole(house: House, options: ConsoleOptions = {}): Promise<OperatorsConsole> {
  const { pool, core, outbox, now } = house;
  let enrolments = 0;
  const secretKey = randomBytes(32);
  const setupLinks = {
    setupLinksKey: setupLinksKey(CODES_KEY),
    messages: await openMessages({
      pool,
      deliveries: { email: options.mail === undefined ? 'server' : options.mail, sms: null },
      now,
    }),
  };
  const room = await openOperatorRoom({
    ...setupLinks,
    pool,
    secretKey,
    loginAttemptsPerMinute: options.loginAttemptsPerMinute ?? 1_000,
    now,
    newcomerMs: () => options.newcomerMs ?? 0,
    besideMs: () => options.besideMs ?? 0,
    onEnrolled: async () => {
      enrolments += 1;
    },
  });
  const first = await room.people.ensureFirst();
  if (first === null) throw new Error('no first operator');
  const catalogues = await followCatalogue(core, () => {});
  const app = await createOperatorApp({
    log: pino({ level: 'silent' }),
    secure: false,
    proxies: options.proxies ?? [],
    version: '0.0.0-test',
    callsPerSecond: options.callsPerSecond ?? 1_000_000,
    translate: (_, key) => key,
    now,
    core,
    history: house.history,
    kyc: house.kyc,
    otc: house.otc,
    files: house.files,
    catalogues,
    reviews: house.reviews,
    feed: {
      feedStatus: async () => ({
        kind: 'replay',
        phase: 'running',
        note: '',
        marketTimeMs: now(),
        venues: [],
      }),
    },
    outbox,
    content: await openContent(pool),
    touches: house.touches,
    identity: house.identity,
    chat: house.chat,
    factors: house.factors,
    archive: createMessageArchive({
      pool,
      words: await loadWords(),
      pagesUrl: 'http://pages.test',
      consoleUrl: 'http://console.test',
      codesKey: options.codesKey ?? null,
    }),
    operators: room,
    reviewKinds: options.reviewKinds ?? [],
    acceptedKeys: options.acceptedKeys ?? (async () => null),
    metrics: house.metrics,
    processes: async () => [
      { name: 'core', state: 'ready', restarts: 1, loopDelayMs: 3, busyPercent: 4, memoryMb: 90 },
    ],
    webRoot: null,
    notReady: () => ({}),
  });
  await app.ready();
  const server = createServer(app.routing);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (token: string | null = null) =>
    createClient(operatorRoutes, {
      baseUrl: url,
      head: 'v1',
      token: () => token,
      language: () => 'en',
      actWindowMs: 60_000,
      ...(options.followsHouse === true
        ? { clock: { learn: () => {}, nowMs: () => now(), forget: () => {} } }
        : {}),
    });
  let secret = '';
  let login = first;
  const password = 'correct horse battery staple';
  const secrets = new Map<string, string>();
  async function mailedLink(name: string): Promise<string> {
    const { rows } = await pool.query<{ link_nonce: Buffer }>(
      `select link_nonce from messages.message where kind = 'operatorSetup' and recipient = $1
       order by message_id desc limit 1`,
      [operatorMail(name)],
    );
    if (rows[0] === undefined) throw new Error(`no link was mailed to ${name}`);
    return linkOf(CODES_KEY, rows[0].link_nonce, 'setup');
  }
  async function setUp(name: string): Promise<Client<OperatorCalls>> {
    const { ticket, enrolment } = await client().call('openOperatorSetup', {
      body: { link: await mailedLink(name) },
    });
    if (enrolment === null) throw new Error('no factor to enrol');
    secrets.set(name, enrolment.secret);
    const code = await codeAt(enrolment.secret, house.now());
    const body = { ticket, code, newPassword: password };
    const { token } = await client().call('operatorSecondFactor', { body });
    return client(token);
  }
  let newestToken: string | null = null;
  return {
    room,
    setUp,
    linkOf: mailedLink,
    async add(name, role, by) {
      const body = { name, role, mail: operatorMail(name), reason: `${name} begins work` };
      const { proposalId } = await by.call('addOperator', { body });
      if (proposalId !== null) throw new Error('another operator must approve it');
      return setUp(name);
    },
    async signInAs(name) {
      const { ticket } = await client().call('operatorLogin', { body: { name, password } });
      house.advance(STEP_MS);
      const code = await codeAt(secrets.get(name) ?? '', house.now());
      const { token } = await client().call('operatorSecondFactor', { body: { ticket, code } });
      return client(token);
    },
    async nextCode(name) {
      const known = secrets.get(name);
      if (known === undefined) throw new Error(`${name} was not set up here`);
      house.advance(STEP_MS);
      return codeAt(known, house.now());
    },
    secretKey,
    setupLinks,
    login: () => login,
    passwordIs(password) {
      login = { ...login, password };
    },
    url,
    first,
    client,
    async signIn() {
      const step = await client().call('operatorLogin', { body: login });
      secret = step.enrolment?.secret ?? secret;
      house.advance(STEP_MS);
      const code = await codeAt(secret, house.now());
      const { token } = await client().call('operatorSecondFactor', { body: { ticket: step.ticket, code } });
      newestToken = token;
      return client(token);
    },
    token: () => newestToken,
    enrolments: () => enrolments,
    enrolled(known) {
      secret = known;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await app.close();
      catalogues.stop();
    },
  };
}
