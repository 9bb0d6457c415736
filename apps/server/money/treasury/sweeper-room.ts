import type { AccountChain } from '@candor/chains';
import type { Selectable } from 'kysely';
import type { Pool } from 'pg';
import type { Signer } from '../../../signer/index.ts';
import type { Database, Db, Trx } from '../../base/database/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { Finality, ListedChain } from '../chains/index.ts';

/** Everything that empties deposit addresses of one chain. */
export interface SweeperDeps {
  readonly pool: Pool;
  readonly chain: ListedChain;
  readonly adapter: AccountChain;
  readonly signer: Pick<Signer, 'gasAddress' | 'hotAddress' | 'signSweep' | 'signGas'>;
  readonly promises: Pick<Promises, 'promise'>;
  readonly ledgerAsset: (code: string) => { readonly assetId: number; readonly scale: number } | undefined;
  /** Notes a transaction that is no deposit although it pays to a user's address. */
  readonly noteHouseTransaction: (trx: Trx, chain: string, hash: string) => Promise<void>;
  readonly alarm: (line: string) => void;
  readonly now: () => number;
}

export interface SweeperRoom extends SweeperDeps {
  readonly db: Db;
  readonly hotAddress: string;
  readonly gasAddress: string;
}

/** A sweeper's room in one round, with what stands on the chain. */
export interface FollowingSweeps extends SweeperRoom {
  readonly finality: Finality;
}

export type Movement = Selectable<Database['treasury.movement']>;
