import type { BillKind, BillRow } from '@candor/api';
import type { WalletKind } from '@candor/kernel';
import type { CatalogueFollower } from '../catalogue/index.ts';
import type { CoreLink } from '../core/index.ts';
import { LIST_PATIENCE_MS, type Listed, listed, type PageRequest } from '../paging.ts';
import type { History } from '../ports.ts';
import { amountText } from '../values/index.ts';

/** The user's own bills: every change of a balance. */
export interface Bills {
  bills(
    userId: number,
    filter: {
      readonly coin: string | null;
      readonly kind: BillKind | null;
      readonly wallet: WalletKind | null;
    },
    page: PageRequest,
  ): Promise<Listed<BillRow>>;
}

export function createBills(core: CoreLink, history: History, catalogues: CatalogueFollower): Bills {
  return {
    async bills(userId, { coin, kind, wallet }, page) {
      const catalogue = catalogues.current();
      const assetId = coin === null ? null : catalogue.asset(coin).assetId;
      await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
      const found = await history.bills.bills({ userId, assetId, kind, wallet, ...page });
      return listed(found, (bill) => ({
        id: `${bill.seq}.${bill.line}`,
        kind: bill.kind,
        wallet: bill.wallet.kind,
        symbol: catalogue.symbolById(bill.wallet.symbolId)?.name ?? null,
        debt: bill.wallet.debt,
        coin: catalogue.assetById(bill.assetId).code,
        amount: amountText(catalogue, bill.assetId, bill.amount),
        balance: amountText(catalogue, bill.assetId, bill.balance),
        orderId: bill.orderId === 0 ? null : bill.orderId,
        tradeId: bill.tradeId === 0 ? null : bill.tradeId,
        time: bill.timeMs,
        seq: bill.seq,
      }));
    },
  };
}
