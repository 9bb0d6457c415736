import type { DelistedReason } from '@candor/api';
import type { ChainAdapter } from '@candor/chains';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import type { DepositAsset, ListedChain } from '../chains/index.ts';

type Token = DepositAsset & { readonly contract: string };

const tokensOf = ({ assets }: ListedChain): Token[] =>
  assets.filter((asset): asset is Token => asset.contract !== null);

/** Returns why coins of a chain are listed no longer, by code; none for those that are listed. */
export async function delistedCoins(
  db: Pick<Db, 'selectFrom'>,
  chain: string,
): Promise<ReadonlyMap<string, DelistedReason>> {
  const rows = await db
    .selectFrom('deposits.delisted')
    .select(['coin', 'reason'])
    .where('chain', '=', chain)
    .execute();
  return new Map(rows.map(({ coin, reason }) => [coin, reason]));
}

/**
 * Lists a token no longer: no address is given for it, no withdrawal of it is taken or signed, and where its units are in doubt
 * nothing of it is credited. Returns false where it was so already.
 */
export async function delist(
  db: Db,
  chain: string,
  { code, contract, decimals }: DepositAsset,
  reason: DelistedReason,
): Promise<boolean> {
  const { rows } = await sql`
    insert into deposits.delisted (chain, coin, contract, decimals, reason)
    values (${chain}, ${code}, ${contract}, ${decimals}, ${reason})
    on conflict (chain, coin) do update set reason = excluded.reason where delisted.reason <> excluded.reason
    returning coin`.execute(db);
  return rows.length > 0;
}

/** Restores tokens whose listing changed since: to another contract or other decimals, or after their source was read. */
export async function relistChanged(db: Db, chain: ListedChain): Promise<void> {
  const tokens = tokensOf(chain);
  await sql`
    delete from deposits.delisted d
    where chain = ${chain.key} and not exists (
      select from unnest(
        ${tokens.map(({ code }) => code)}::text[], ${tokens.map(({ contract }) => contract)}::text[],
        ${tokens.map(({ decimals }) => decimals)}::integer[], ${tokens.map((each) => each.logsWhatArrives === true)}::boolean[]
      ) as l (coin, contract, decimals, is_read)
      where l.coin = d.coin and l.contract = d.contract and l.decimals = d.decimals
        and not (d.reason = 'amounts' and l.is_read))`.execute(db);
}

interface Checking {
  readonly db: Db;
  readonly chain: ListedChain;
  readonly adapter: Pick<ChainAdapter, 'tokenAt'>;
  readonly alarm: (line: string) => void;
}

/**
 * Compares each listed token with its contract, and lists those no longer that differ, with an alarm. One that agrees again is
 * listed again. Throws ChainError where the node does not say it: then everything stays as it was.
 */
export async function checkTokens({ db, chain, adapter, alarm }: Checking): Promise<void> {
  for (const token of tokensOf(chain)) {
    const { isContract, decimals } = await adapter.tokenAt(token.contract);
    const reason = !isContract ? 'contract' : decimals === token.decimals ? null : 'decimals';
    if (reason === null) {
      const { rows } = await sql`
        delete from deposits.delisted
        where chain = ${chain.key} and coin = ${token.code} and reason <> 'amounts' returning coin`.execute(
        db,
      );
      if (rows.length > 0) alarm(`${token.code} of ${chain.key} is as it is listed again`);
    } else if (await delist(db, chain.key, token, reason))
      alarm(
        isContract
          ? `${token.code} of ${chain.key} is listed no longer: its contract names ${decimals ?? 'no'} decimals, and ${token.decimals} are listed`
          : `${token.code} of ${chain.key} is listed no longer: no contract stands at ${token.contract}`,
      );
  }
}
