import type { BillKind, BillRow } from '@candor/api';
import type { WalletKind } from '@candor/kernel';
import { LIST_PATIENCE_MS, type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Touches } from '../../operators/touches/index.ts';

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

export interface BillsOptions {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  /** The reasons of corrections, which operators write. */
  readonly touches: Pick<Touches, 'correctionReasons' | 'reversalReasons'>;
}

export function createBills({ core, history, catalogues, touches }: BillsOptions): Bills {
  return {
    async bills(userId, { coin, kind, wallet }, page) {
      const catalogue = catalogues.current();
      const assetId = coin === null ? null : catalogue.asset(coin).assetId;
      await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
      const found = await history.bills.bills({ userId, assetId, kind, wallet, ...page });
      const isReasoned = ({ kind }: { readonly kind: string }) =>
        kind === 'correction' || kind === 'suspense-release';
      const corrections = found.rows.filter(isReasoned);
      const reversed = found.rows.filter(({ kind }) => kind === 'deposit-reversal');
      const reversals = await touches.reversalReasons(
        userId,
        reversed.map(({ orderId }) => orderId),
      );
      const reasons = await touches.correctionReasons(
        userId,
        corrections.map(({ orderId }) => orderId),
      );
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
        reason:
          (bill.kind === 'deposit-reversal'
            ? reversals.get(bill.orderId)
            : isReasoned(bill)
              ? reasons.get(bill.orderId)
              : null) ?? null,
        time: bill.timeMs,
        seq: bill.seq,
      }));
    },
  };
}
