import { CLOSING_DUST_USDT, type Closing, type StillOpen } from '@candor/api';
import { type Amount, mulDivFloor, parseDecimal } from '@candor/money';
import type { Pool } from 'pg';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';

export interface StillOpenDeps {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
}

type Found = Pick<Closing, 'open' | 'dust'>;
type Lines = readonly { readonly assetId: number; readonly amount: Amount }[];

const VALUE_ASSET = 'USDT';

/** Asks the ledger and the rooms of deposits and withdrawals what is still open in an account. */
export async function stillOpenOf({ pool, core, catalogues }: StillOpenDeps, userId: number): Promise<Found> {
  const catalogue = catalogues.current();
  const value = catalogue.asset(VALUE_ASSET);
  const markets = catalogue.symbols.filter(({ quoteAssetId }) => quoteAssetId === value.assetId);
  const found = await core.ask(
    'stillOpen',
    userId,
    markets.map(({ symbolId }) => symbolId),
  );
  const { rows } = await pool.query<{ deposits: string; withdrawals: string; applications: string }>(
    `select (select count(*) from deposits.deposit d where user_id = $1 and (state = 'seen' or exists (
         select from outbox.command o where o.key = 'deposit:' || d.deposit_no and o.seq is null)))
       + (select count(*) from deposits.recharge r where user_id = $1 and (state = 'review' or exists (
         select from outbox.command o where o.key = 'deposit:' || r.recharge_no and o.seq is null))) as deposits,
       (select count(*) from withdrawals.withdrawal where user_id = $1 and ended_at is null) as withdrawals,
       (select count(*) from loan.application a where user_id = $1 and (state = 'pending' or exists (
         select from outbox.command o
         where o.key = 'loan:' || a.application_id || ':' || a.review_round
           and o.seq is null and o.dropped_at is null))) as applications`,
    [userId],
  );
  const shown = (lines: Lines) =>
    lines.map(({ assetId, amount }) => ({
      coin: catalogue.assetById(assetId).code,
      amount: amountText(catalogue, assetId, amount),
    }));
  const isDust = isUnder(catalogue, found.balances, (symbolId) => found.prices.get(symbolId));
  const counted = (kind: StillOpen['kind'], count: number): StillOpen[] =>
    count === 0 ? [] : [{ kind, count, amounts: [] }];
  const listed = (kind: StillOpen['kind'], lines: Lines): StillOpen[] =>
    lines.length === 0 ? [] : [{ kind, count: lines.length, amounts: shown(lines) }];
  return {
    open: [
      ...(isDust ? [] : listed('balance', found.balances)),
      ...listed('debt', found.debts),
      ...counted('order', found.orders),
      ...counted('position', found.positions),
      ...counted('second', found.seconds),
      ...counted('loan', found.loans + Number(rows[0]?.applications ?? 0)),
      ...listed('earning', found.earning),
      ...counted('deposit', Number(rows[0]?.deposits ?? 0)),
      ...counted('withdrawal', Math.max(found.withdrawals, Number(rows[0]?.withdrawals ?? 0))),
    ],
    dust: isDust ? shown(found.balances) : [],
  };
}

/** True where balances are worth less than the dust limit in all; false where one of them has no price. */
function isUnder(
  catalogue: Catalogue,
  lines: Lines,
  ticksOf: (symbolId: number) => number | undefined,
): boolean {
  const value = catalogue.asset(VALUE_ASSET);
  let total = 0n;
  for (const { assetId, amount } of lines) {
    if (assetId === value.assetId) {
      total += amount;
      continue;
    }
    const market = catalogue.symbols.find(
      ({ baseAssetId, quoteAssetId }) => baseAssetId === assetId && quoteAssetId === value.assetId,
    );
    const ticks = market === undefined ? undefined : ticksOf(market.symbolId);
    if (market === undefined || ticks === undefined) return false;
    // Rounded down: the last unit of a value decides nothing, and the user gains.
    total += mulDivFloor(amount, BigInt(ticks) * market.quotePerTickLot, market.basePerLot);
  }
  return total < (parseDecimal(CLOSING_DUST_USDT, value.scale) as bigint);
}
