import type { Amount } from '@candor/money';
import type { Outcome } from '../../events.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { WALLET_KINDS, type WalletKind, walletAccount, walletName } from '../../ledger/wallets.ts';
import { refuse, transferDone } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { balances } from '../../views.ts';
import { transferCodecs } from './codec.ts';
import type { Transfer, TransferCommand } from './commands.ts';
import type { TransferView, WalletView } from './view.ts';

/** Moves money between the wallets of one user: never more than is available and no other product needs there. */
class TransferProduct implements Product {
  readonly name = 'transfer';
  readonly handlers: CommandHandlers<TransferCommand> = {
    transfer: { perform: (userId, command) => this.transfer(userId, command) },
  };
  readonly view: TransferView = {
    wallets: (userId) => this.wallets(userId),
    transferable: (userId, kind, symbolId, assetId) => {
      const account = this.state.accounts.find(walletAccount(userId, kind, symbolId));
      return this.free(account, assetId) as Amount;
    },
  };
  private readonly state: State;
  /** Products that may need funds in a wallet without holding them. */
  private readonly products: ProductContext['products'];

  constructor({ state, products }: ProductContext) {
    this.state = state;
    this.products = products;
  }

  private transfer(userId: number, command: Transfer): Outcome {
    const { state } = this;
    const { from, to, fromSymbolId, toSymbolId, assetId, amount } = command;
    if (state.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
    if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
    if (!this.isWallet(from, fromSymbolId) || !this.isWallet(to, toSymbolId)) return refuse('UNKNOWN_SYMBOL');
    if (from === to && fromSymbolId === toSymbolId) return refuse('TRANSFER_SAME_WALLET');
    if (!this.keeps(from, fromSymbolId, assetId) || !this.keeps(to, toSymbolId, assetId)) {
      return refuse('TRANSFER_ASSET_NOT_KEPT');
    }
    if (amount <= 0n) return refuse('QUANTITY_INVALID');
    const source = state.accounts.find(walletAccount(userId, from, fromSymbolId));
    if (amount > state.balances.available(state.balances.find(source, assetId)))
      return refuse('INSUFFICIENT_BALANCE');
    if (amount > this.free(source, assetId)) return refuse('TRANSFER_LOCKED');
    const target = state.accounts.ensureWallet(userId, to, toSymbolId);
    const id = ++state.lastOrderId;
    postEntry(state, 'transfer', { tradeId: 0, orderId: id }, [
      { account: source, assetId, amount: -amount },
      { account: target, assetId, amount },
    ]);
    for (const product of this.products) {
      product.onTransfer?.(source, assetId);
      product.onTransfer?.(target, assetId);
    }
    return transferDone(id);
  }

  private isWallet(kind: WalletKind, symbolId: number): boolean {
    return kind === 'margin-isolated' ? this.state.symbolsById.has(symbolId) : symbolId === 0;
  }

  private keeps(kind: WalletKind, symbolId: number, assetId: number): boolean {
    if (kind !== 'margin-isolated') return true;
    const { baseAssetId, quoteAssetId } = this.state.symbolsById.get(symbolId)!.listed;
    return assetId === baseAssetId || assetId === quoteAssetId;
  }

  /** Part of a balance that may leave its wallet; `account` is a slot, 0 for a wallet that was never used. */
  private free(account: number, assetId: number): bigint {
    return freeIn(this.state, this.products, account, assetId);
  }

  private wallets(userId: number): WalletView[] {
    const found: WalletView[] = [];
    const add = (kind: WalletKind, symbolId: number) => {
      const number = walletAccount(userId, kind, symbolId);
      if (this.state.accounts.find(number) === 0) return;
      found.push({ name: walletName(number), kind, symbolId, balances: balances(this.state, number) });
    };
    for (const kind of WALLET_KINDS) if (kind !== 'margin-isolated') add(kind, 0);
    for (const { listed } of this.state.symbols) add('margin-isolated', listed.symbolId);
    return found;
  }

  /** Keeps nothing of its own. */
  write(): void {}
  read(): void {}
}

/** Transfers between wallets, as the list of products names them. */
export const transfer = productRoom('transfer', transferCodecs, (context) => new TransferProduct(context));
