import type { KernelView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { indexPricesOf } from '../../engine/catalogue/index-prices.ts';

interface AssetAmount {
  readonly assetId: number;
  readonly amount: Amount;
}

function sumsOf(lines: readonly AssetAmount[]): AssetAmount[] {
  const sums = new Map<number, bigint>();
  for (const { assetId, amount } of lines) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  return [...sums].flatMap(([assetId, amount]) =>
    amount === 0n ? [] : [{ assetId, amount: amount as Amount }],
  );
}

/** Live reads for exports and closings. */
export const myDataQueries = {
  /** Every balance of a user by wallet, at one sequence number. */
  ledgerBalances: (view: KernelView, userId: number) => ({
    wallets: view.hasAccount(userId) ? view.transfer.wallets(userId) : [],
    seq: view.seq,
  }),
  /** Open items of a user in the ledger, and the index prices of the named symbols to value it. */
  stillOpen(view: KernelView, userId: number, valuedBy: readonly number[]) {
    const prices = indexPricesOf(view, valuedBy);
    if (!view.hasAccount(userId))
      return {
        prices,
        balances: [],
        debts: [],
        orders: 0,
        positions: 0,
        seconds: 0,
        loans: 0,
        earning: [],
        withdrawals: 0,
      };
    const { spot, perpetual, seconds, margin, custody, transfer, loan, staking, finance, mining, otc } = view;
    const held = transfer
      .wallets(userId)
      .flatMap(({ balances }) =>
        balances.map(({ assetId, available, held }) => ({ assetId, amount: (available + held) as Amount })),
      );
    // rewards of mining that are claimed or may be; what else earns has its end or its way out
    const positions = mining.positions(userId);
    const rewards = [
      ...mining.rewards(userId),
      ...positions.map(({ assetId, accrued }) => ({ assetId, amount: accrued })),
    ];
    const earning = [
      ...[...staking.orders(userId), ...finance.orders(userId)].map(({ assetId, amount }) => ({
        assetId,
        amount,
      })),
      ...positions.map(({ assetId, held: locked }) => ({ assetId, amount: locked })),
    ];
    const loans = margin.wallets(userId).flatMap((wallet) => wallet.loans);
    const powerLoans = loan.loans(userId);
    const owed = [
      ...loans.map(({ assetId, principal, interest }) => ({
        assetId,
        amount: (principal + interest) as Amount,
      })),
      ...powerLoans.map(({ assetId, all }) => ({ assetId, amount: all })),
    ];
    return {
      prices,
      balances: sumsOf([...held, ...rewards]),
      earning: sumsOf(earning),
      debts: sumsOf(owed),
      orders:
        spot.openOrders(userId, null).length +
        spot.waitingOrders(userId, null).length +
        perpetual.openOrders(userId, null).length +
        otc.orders(userId).length,
      positions: perpetual.positions(userId).length,
      seconds: seconds.contracts(userId).length,
      loans: loans.length + powerLoans.length,
      withdrawals: custody.openWithdrawals(userId).length,
    };
  },
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly mydata: typeof myDataQueries;
  }
}
