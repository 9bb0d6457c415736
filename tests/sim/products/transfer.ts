import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelView, WalletKind } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { walletNumber } from '../audit/ledger.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { ASSETS, BTC, ETH, USDT } from '../world.ts';

const SHIFT = 2 ** 32;

/** A transfer command between two wallets, those of no symbol. */
export function transferCommand(from: WalletKind, to: WalletKind, assetId: number, amount: bigint): Command {
  return { type: 'transfer', from, to, fromSymbolId: 0, toSymbolId: 0, assetId, amount: amount as Amount };
}

/** Moves between the wallets of one user: what leaves one arrives in the other, and nobody else's moves. */
class Transfers implements SimProduct {
  readonly weight = 5;
  private readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): never[] {
    return [];
  }

  act(): Act {
    const { random, users, ledger } = this.exchange;
    const userId = random.pick(users);
    const isolated = random.chance(0.2);
    const assetId = isolated ? random.pick([BTC, USDT]) : random.pick(ASSETS);
    const kinds = ['spot', 'contract', 'second', 'margin-cross', 'finance'] as const;
    const from = random.pick(kinds);
    const to = isolated ? 'margin-isolated' : random.pick(kinds);
    const isBack = random.chance(0.5);
    const wallet = isBack && isolated ? 'margin-isolated/1' : isBack ? to : from;
    const available = ledger.available(walletNumber(userId, wallet), assetId);
    // Now and then a unit more than there is.
    const share = (available * BigInt(random.int(1, 1_000))) / 1_000n;
    const amount = random.chance(0.1) ? available + 1n : share;
    return {
      userId,
      body: {
        type: 'transfer',
        from: isBack ? to : from,
        to: isBack ? from : to,
        fromSymbolId: isBack && isolated ? 1 : 0,
        toSymbolId: !isBack && isolated ? 1 : 0,
        assetId: isolated || assetId !== ETH ? assetId : ETH,
        amount: amount as Amount,
      },
    };
  }

  onCommand({ envelope, outcome, events }: AppliedCommand): void {
    const { body, userId } = envelope;
    for (const event of events) {
      if (event.type !== 'entry' || event.kind !== 'transfer') continue;
      must(body.type === 'transfer' && outcome.ok, 'transfers are asked for', () => words([body, event]));
      const from = event.postings.find(({ amount }) => amount < 0n);
      const to = event.postings.find(({ amount }) => amount > 0n);
      const fits =
        event.postings.length === 2 &&
        from?.amount === -body.amount &&
        to?.amount === body.amount &&
        from.account % SHIFT === userId &&
        to.account % SHIFT === userId;
      must(fits, 'a transfer moves what was asked for between one user’s wallets', () =>
        words([envelope, event]),
      );
    }
  }

  scan(_view: KernelView): void {}
}

export const transfer: ProductModule = {
  name: 'transfer',
  create: (exchange) => new Transfers(exchange),
  wanted: ['transfer ok', 'transfer INSUFFICIENT_BALANCE', 'entry transfer'],
  plants: [
    {
      name: 'transfer-overdraft',
      file: 'kernel/products/transfer/transfer-product.ts',
      find: `if (amount > state.balances.available(state.balances.find(source, assetId)))
      return refuse('INSUFFICIENT_BALANCE');
    if (amount > this.free(source, assetId)) return refuse('TRANSFER_LOCKED');`,
      replace:
        "if (amount > state.balances.total(state.balances.find(source, assetId)) + 1n) return refuse('INSUFFICIENT_BALANCE');",
      breaks: /broke the kernel|nothing goes below 0/,
    },
    {
      name: 'transfer-loses-a-unit',
      file: 'kernel/products/transfer/transfer-product.ts',
      find: '{ account: target, assetId, amount },',
      replace:
        '{ account: target, assetId, amount: amount - 1n }, { account: state.accounts.find(-2), assetId, amount: 1n },',
      breaks: /a transfer moves what was asked for/,
    },
  ],
};
