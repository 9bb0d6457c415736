import { type OwnWalletType, walletKinds } from '@candor/api';
import { type Command, outcomeAs, type WalletKind } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';

/** A wallet as a call names it: its type, and of an isolated one the market. */
export interface WalletInput {
  readonly type: OwnWalletType;
  readonly symbol: string | null;
}

export interface TransferReceipt {
  readonly id: number;
  readonly coin: string;
  readonly amount: string;
}

/** Moving coins between the accounts of one user. */
export interface Transfers {
  /** Resolves when it is durable. @throws Refusal also for what the kernel rejects */
  transfer(
    userId: number,
    from: WalletInput,
    to: WalletInput,
    coin: string,
    amount: string,
    headerKey: string | null,
  ): Promise<TransferReceipt>;
}

export function createTransfers(core: CoreLink, catalogues: CatalogueFollower): Transfers {
  return {
    async transfer(userId, from, to, coin, amount, headerKey) {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(coin);
      const units = readAmount(amount, asset.scale, 'amount');
      const source = walletOf(catalogue, from, 'fromSymbol');
      const target = walletOf(catalogue, to, 'toSymbol');
      const body: Command = {
        type: 'transfer',
        from: source.kind,
        to: target.kind,
        fromSymbolId: source.symbolId,
        toSymbolId: target.symbolId,
        assetId: asset.assetId,
        amount: units,
      };
      const { key, bodyHash } = actKey('transfer', headerKey, null, body);
      const { outcome } = await core.submit({ userId, key, bodyHash, body });
      if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
      const { transferId } = outcomeAs(outcome, 'transfer');
      return { id: transferId, coin: asset.code, amount: amountText(catalogue, asset.assetId, units) };
    },
  };
}

/** @throws Refusal INVALID_INPUT where a market is named for a wallet that has none, or the other way round */
function walletOf(
  catalogue: Catalogue,
  { type, symbol }: WalletInput,
  field: string,
): { readonly kind: WalletKind; readonly symbolId: number } {
  const kind = walletKinds[type];
  if ((kind === 'margin-isolated') !== (symbol !== null)) throw new Refusal('INVALID_INPUT', { field });
  return { kind, symbolId: symbol === null ? 0 : catalogue.symbol(symbol).symbolId };
}
