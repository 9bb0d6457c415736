import type { ChainTransfer } from '@candor/chains';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { largeFrom } from './credit.ts';

/** A transfer to a user's address, as it is stored. */
export interface UsersTransfer {
  readonly chain: string;
  readonly transaction_hash: string;
  readonly ordinal: number;
  readonly user_id: bigint;
  readonly address: string;
  readonly sender: string;
  readonly contract: string | null;
  /** The ledger's code; null for a token that is not listed. */
  readonly coin: string | null;
  readonly amount: string;
  readonly decimals: number | null;
  readonly confirmations_needed: number;
  readonly is_large: boolean;
}

/** A transfer in a coin of the ledger. */
export type ListedTransfer = UsersTransfer & { readonly coin: string };

/** Returns the transfers in coins of the ledger. */
export const listedOf = (transfers: readonly UsersTransfer[]): ListedTransfer[] =>
  transfers.filter((each): each is ListedTransfer => each.coin !== null);

/** The place of a transfer within its chain, as a key of maps. */
export const placeOf = (place: Pick<UsersTransfer, 'transaction_hash' | 'ordinal'>): string =>
  `${place.transaction_hash} ${place.ordinal}`;

/** Returns those transfers that pay to a user's address and are not of the house's own, with what they need. */
export async function transfersToUsers(
  trx: Trx,
  chain: ListedChain,
  transfers: readonly ChainTransfer[],
): Promise<UsersTransfer[]> {
  if (transfers.length === 0) return [];
  const recipients = [...new Set(transfers.map(({ to }) => to))];
  const { rows: owners } = await sql<{ address: string; user_id: bigint }>`
    select address, user_id from deposits.address
    where chain = ${chain.key} and address = any(${recipients}) and user_id is not null`.execute(trx);
  if (owners.length === 0) return [];
  const ownerOf = new Map(owners.map(({ address, user_id }) => [address, user_id]));
  const hashes = [...new Set(transfers.map(({ transactionHash }) => transactionHash))];
  const { rows: own } = await sql<{ transaction_hash: string }>`
    select transaction_hash from deposits.house_transaction
    where chain = ${chain.key} and transaction_hash = any(${hashes})`.execute(trx);
  const house = new Set(own.map(({ transaction_hash }) => transaction_hash));
  return transfers.flatMap((transfer) => {
    const user_id = ownerOf.get(transfer.to);
    if (user_id === undefined || house.has(transfer.transactionHash)) return [];
    const listed = chain.assets.find(({ code }) => code === transfer.asset?.code);
    const is_large = listed !== undefined && transfer.amount >= largeFrom(listed);
    const needed = (is_large ? listed.large.confirmations : listed?.confirmations) ?? 0;
    return [
      {
        chain: chain.key,
        transaction_hash: transfer.transactionHash,
        ordinal: transfer.ordinal,
        user_id,
        address: transfer.to,
        sender: transfer.from,
        contract: transfer.contract,
        coin: listed?.code ?? null,
        amount: transfer.amount.toString(),
        decimals: listed?.decimals ?? null,
        confirmations_needed: Math.max(needed, transfer.confirmationsLeast ?? 0),
        is_large,
      },
    ];
  });
}
