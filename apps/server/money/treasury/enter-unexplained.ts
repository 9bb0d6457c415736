import { sql } from 'kysely';
import { kyselyOf } from '../../base/database/index.ts';
import { nativeOf } from '../chains/index.ts';
import { finalBlock } from './agreed-surplus.ts';
import type { ReconcileDeps } from './reconcile.ts';
import { movedAt, unexplainedAt } from './unexplained.ts';

/**
 * Looks again, at the newest final block, at the addresses where a comparison found coins that no transfer explains, and
 * enters them as deposits of their owners. An address that the house moves coins at waits for the next comparison.
 */
export async function enterUnexplained(
  deps: ReconcileDeps,
  tip: number,
  unexplained: ReadonlyMap<string, bigint>,
): Promise<void> {
  const { pool, chain, adapter, found: room, alarm } = deps;
  const least = room.least(chain);
  const addresses = [...unexplained].filter(([, units]) => units >= least).map(([address]) => address);
  if (addresses.length === 0) return;
  const db = kyselyOf(pool);
  const final = Math.min(await finalBlock(deps, tip), tip);
  const { rows } = await sql<{ number: number; hash: string }>`
    select number, hash from deposits.block where chain = ${chain.key} and number = ${final}`.execute(db);
  const [block] = rows;
  if (block === undefined) return;
  const units = await adapter.balancesAt(addresses, nativeOf(chain), block.hash);
  const balances = new Map(addresses.map((address, at) => [address, units[at] ?? 0n]));
  await db.transaction().execute(async (trx) => {
    await room.enter(
      trx,
      chain,
      block,
      async (within) => {
        const { left, busy } = await movedAt(within, chain, block.number);
        const arrived = await room.arrived(within, chain, block.number);
        const coins = [...unexplainedAt(balances, left, arrived)]
          .filter(([address, each]) => each >= least && !busy.has(address))
          .map(([address, each]) => ({ address, units: each }));
        for (const { address, units: each } of coins)
          alarm(
            `${address} of ${chain.key} holds ${each} base units that no transfer explains: its owner gets them`,
          );
        return coins;
      },
      deps,
    );
  });
}
