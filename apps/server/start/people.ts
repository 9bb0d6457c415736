import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/index.ts';
import type { Config } from '../config/index.ts';
import { type Content, openContent } from '../content/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type Identity, openIdentity } from '../identity/index.ts';
import { type OperatorRoom, openOperatorRoom } from '../operator/index.ts';
import { type Outbox, openOutbox } from '../outbox/index.ts';
import { createTicketSigner, type Tickets } from '../tickets/index.ts';
import {
  type CatalogueFollower,
  type ContractFollower,
  createSecondTickets,
  followCatalogue,
  followContracts,
  type History,
  openPractice,
  type Practice,
} from '../usecases/index.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface PeopleOptions {
  readonly config: Config;
  readonly lifecycle: Lifecycle;
  readonly core: CoreLink;
  readonly history: History;
  readonly pool: Pool;
  /** 32 bytes that seal the operators' second factors. */
  readonly secretKey: Uint8Array;
  /** 32 bytes of which the key is made that signs the terms of second contracts. */
  readonly ticketSeed: Uint8Array;
  /** Called after an operator's second factor was enrolled. */
  readonly onEnrolled: () => Promise<void>;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => number;
}

/** The rooms about people: who users and operators are, what users may take, what they read. */
export interface People {
  readonly outbox: Outbox;
  readonly identity: Identity;
  readonly catalogues: CatalogueFollower;
  readonly contractListings: ContractFollower;
  readonly practice: Practice;
  readonly content: Content;
  readonly operators: OperatorRoom;
  readonly tickets: Tickets;
}

export async function openPeople(options: PeopleOptions): Promise<People> {
  const { config, lifecycle, core, history, pool, bus, log, now } = options;
  const outbox = await lifecycle.stage(
    'the outbox',
    () => openOutbox({ pool, core, log }),
    (running) => running.stop(),
  );
  const identity = await lifecycle.stage(
    'identity',
    () => openIdentity({ pool, bus, outbox, log, now, limits: config }),
    (running) => running.stop(),
  );
  const catalogues = await lifecycle.stage(
    'the catalogue',
    () => followCatalogue(core, (error) => log.error({ err: error }, 'the catalogue was not read')),
    (running) => running.stop(),
  );
  const contractListings = await lifecycle.stage(
    'the listed contracts',
    () => followContracts(core, (error) => log.error({ err: error }, 'the contracts were not read')),
    (running) => running.stop(),
  );
  const practice = await openPractice({ pool, core, outbox, catalogues, enabled: config.demo, now });
  const { loginAttemptsPerMinute } = config;
  const { secretKey, onEnrolled } = options;
  const operators = await openOperatorRoom({ pool, secretKey, loginAttemptsPerMinute, now, onEnrolled });
  const signer = createTicketSigner(options.ticketSeed);
  const tickets = createSecondTickets({ core, history, catalogues, signer });
  const content = await openContent(pool);
  return { outbox, identity, catalogues, contractListings, practice, content, operators, tickets };
}
