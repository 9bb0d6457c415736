import type { Pool } from 'pg';
import type { Bus } from '../bus/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type Identity, openIdentity } from '../identity/index.ts';
import { connectOutbox, type Outbox } from '../outbox/index.ts';
import type { Role } from '../roles/run-role.ts';
import {
  type CatalogueFollower,
  type ContractFollower,
  followCatalogue,
  followContracts,
  openPractice,
  type Practice,
} from '../usecases/index.ts';
import type { OpenConfig } from './open-config.ts';

export interface PeopleOptions {
  readonly config: OpenConfig;
  readonly core: CoreLink;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly now: () => number;
}

/** The rooms about users, in a process that serves them: identities and permissions. */
export interface People {
  readonly outbox: Outbox;
  readonly identity: Identity;
  readonly catalogues: CatalogueFollower;
  readonly contractListings: ContractFollower;
  readonly practice: Practice;
}

export async function openPeople({ lifecycle, log }: Role, options: PeopleOptions): Promise<People> {
  const { config, core, pool, bus, now } = options;
  const outbox = await lifecycle.stage(
    'the outbox',
    () => connectOutbox({ pool, bus }),
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
  return { outbox, identity, catalogues, contractListings, practice };
}
