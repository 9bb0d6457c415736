import type { Command, createKernel, Kernel, Outcome } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';

export const DUST = 1001;
export const COIN = 1002;
/** Asset of no decimals: one coin is one base unit. */
export const WHOLE = 1003;
export const HOUSE = 1;
export const FIRST_USER = 1000;
export const USER = FIRST_USER;
const FIRST_MS = 1_700_000_000_000;

/** Source of the kernel: this program, or a copy with a planted bug. */
export interface KernelMaker {
  readonly createKernel: typeof createKernel;
}

/** An exchange where a lot is one base unit and a tick of it another, at a price that never moves. */
export class DustExchange {
  readonly kernel: Kernel;
  nowMs = FIRST_MS;

  constructor(module: KernelMaker, users: number, funds: bigint) {
    this.kernel = module.createKernel();
    const asset = (assetId: number, code: string, scale: number): Command => ({
      type: 'listAsset',
      assetId,
      code,
      name: code,
      scale,
    });
    const symbol = (symbolId: number, name: string, baseAssetId: number, quoteAssetId: number): Command => ({
      type: 'listSymbol',
      symbolId,
      name,
      baseAssetId,
      quoteAssetId,
      // One lot is one unit of the base, and a tick of it one of the quote.
      tickDecimal: '1',
      lotDecimal: quoteAssetId === WHOLE ? '1' : '0.00000001',
      minNotional: 1n as Amount,
      maxLots: 1_000_000_000 as Lots,
      maxOpenOrders: 100,
      priceBandPpm: 0,
    });
    const listing: Command[] = [
      { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' },
      asset(DUST, 'DUST', 8),
      asset(COIN, 'COIN', 8),
      asset(WHOLE, 'WHOLE', 0),
      symbol(1, 'DUSTCOIN', DUST, COIN),
      symbol(2, 'DUSTWHOLE', DUST, WHOLE),
      { type: 'setVenue', venueId: 1, name: 'one', weightPpm: 1_000_000 },
      { type: 'openAccount', accountUserId: HOUSE, kind: 'house' },
      ...Array.from(
        { length: users },
        (_, i): Command => ({
          type: 'openAccount',
          accountUserId: FIRST_USER + i,
          kind: 'user',
        }),
      ),
    ];
    for (const body of listing) this.must(0, body);
    for (const userId of [HOUSE, ...Array.from({ length: users }, (_, i) => FIRST_USER + i)])
      for (const assetId of [DUST, COIN, WHOLE])
        this.must(0, {
          type: 'practiceFunds',
          accountUserId: userId,
          assetId,
          amount: (userId === HOUSE ? 10n ** 15n : funds) as Amount,
        });
  }

  send(userId: number, body: Command): Outcome {
    const { kernel } = this;
    const envelope = { seq: kernel.seq + 1, timeMs: this.nowMs, userId, key: null, bodyHash: null, body };
    return kernel.apply(envelope).outcome;
  }

  /** Sends what must be done. */
  must(userId: number, body: Command): void {
    const outcome = this.send(userId, body);
    if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
  }

  /** A tick of the grid at which all stands where it stood. */
  tick(priceTicks: number): void {
    this.nowMs += 250;
    const quotes = [1, 2].map((symbolId) => ({
      venueId: 1,
      symbolId,
      bidTicks: priceTicks as PriceTicks,
      askTicks: priceTicks as PriceTicks,
      venueTimeMs: this.nowMs,
    }));
    this.must(0, { type: 'indexTick', tickNo: this.nowMs / 250, quotes });
  }

  /** All that a user owns of an asset, in all wallets, less what is owed. */
  owned(userId: number, assetId: number): bigint {
    let sum = 0n;
    for (const kind of ['spot', 'contract', 'second', 'margin-cross', 'finance'] as const)
      for (const view of this.kernel.balances(userId, kind))
        if (view.assetId === assetId) sum += view.available + view.held;
    for (const { loans } of this.kernel.margin.wallets(userId))
      for (const loan of loans) if (loan.assetId === assetId) sum -= loan.principal + loan.interest;
    return sum;
  }

  /** Throws where an asset does not sum to 0. */
  mustBalance(): void {
    for (const { assetId, sum } of this.kernel.ledgerSums())
      if (sum !== 0n) throw new Error(`asset ${assetId} sums to ${sum}`);
  }
}
