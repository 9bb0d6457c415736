import type { BlockRef, ChainAdapter, ChainAsset, ChainTransfer } from '@candor/chains';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import type { ListedChain } from '../chains/index.ts';

interface Measuring {
  readonly db: Db;
  readonly chain: ListedChain;
  readonly adapter: Pick<ChainAdapter, 'balancesAt'>;
  readonly alarm: (line: string) => void;
}

/** Transfers with the amounts that arrived, and the tokens whose events say otherwise. */
export interface Measured {
  readonly transfers: readonly ChainTransfer[];
  readonly unlike: ReadonlySet<string>;
}

/**
 * Returns the transfers of a block with the amounts that arrived. A token whose events are not known to name what arrives,
 * such as one that takes a fee of each transfer, is measured by the balances of users' addresses before and after the
 * block; where both differ, an alarm says so, and its code is among `unlike`. Several transfers to one address share what
 * arrived there by their logged amounts, rounded down. Asks the node nothing where the block moves no such token.
 */
export async function measureArrivals(
  { db, chain, adapter, alarm }: Measuring,
  block: BlockRef,
  transfers: readonly ChainTransfer[],
): Promise<Measured> {
  let measured = transfers;
  const unlike = new Set<string>();
  for (const asset of chain.assets) {
    if (asset.contract === null || asset.logsWhatArrives) continue;
    const moved = transfers.filter((transfer) => transfer.asset?.code === asset.code);
    const addresses = await usersAddresses(db, chain.key, moved);
    if (addresses.length === 0) continue;
    const [before, after] = await Promise.all([
      adapter.balancesAt(addresses, asset, block.parentHash),
      adapter.balancesAt(addresses, asset, block.hash),
    ]);
    for (const [at, address] of addresses.entries()) {
      const logged = sumOf(moved.filter(({ to }) => to === address));
      const left = sumOf(moved.filter(({ from }) => from === address));
      const arrived = after[at]! - before[at]! + left;
      if (arrived === logged) continue;
      alarm(
        `${asset.code} of ${chain.key} does not log what it moves: ${address} received ${arrived}, and its events say ${logged}. It is listed no longer`,
      );
      unlike.add(asset.code);
      measured = shared(measured, asset, address, arrived < 0n ? 0n : arrived, logged);
    }
  }
  return { transfers: measured, unlike };
}

const sumOf = (transfers: readonly ChainTransfer[]): bigint =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n);

function shared(
  transfers: readonly ChainTransfer[],
  { code }: ChainAsset,
  address: string,
  arrived: bigint,
  logged: bigint,
): ChainTransfer[] {
  return transfers.flatMap((transfer) => {
    if (transfer.to !== address || transfer.asset?.code !== code) return [transfer];
    const amount = (transfer.amount * arrived) / logged;
    return amount === 0n ? [] : [{ ...transfer, amount }];
  });
}

async function usersAddresses(db: Db, chain: string, moved: readonly ChainTransfer[]): Promise<string[]> {
  if (moved.length === 0) return [];
  const recipients = [...new Set(moved.map(({ to }) => to))];
  const { rows } = await sql<{ address: string }>`
    select address from deposits.address
    where chain = ${chain} and address = any(${recipients}) and user_id is not null order by address`.execute(
    db,
  );
  return rows.map(({ address }) => address);
}
