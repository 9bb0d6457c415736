import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelView, SwapQuote, SwapTermsChange } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { ASSETS, BTC, ETH, USDT } from '../world.ts';

const HOUSE = -20;
const QUOTE_MS = 10_000;
const COIN = 100_000_000n;
const REASON = 'What the house can bear';

/** Terms of an asset: BTC's is symbol 1, ETH's symbol 2. */
function terms(assetId: number, spreadPpm: number, maxInventory: bigint): Command {
  const symbolId = assetId === BTC ? 1 : assetId === ETH ? 2 : 0;
  return {
    type: 'setSwapTerms',
    assetId,
    symbolId,
    spreadPpm,
    reason: REASON,
    minAmount: 1_000n as Amount,
    maxAmount: (1_000n * COIN) as Amount,
    maxInventory: maxInventory as Amount,
  };
}

/** Swaps: every rate is reckoned again from the index and the terms that were published, every quote is taken once. */
class Swaps implements SimProduct {
  readonly weight = 6;
  private readonly exchange: Exchange;
  private readonly terms = new Map<number, SwapTermsChange>();
  private readonly indices = new Map<number, number | null>();
  private readonly quotes = new Map<number, SwapQuote>();
  private readonly taken = new Set<number>();
  private halted = false;
  private nowMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    return ASSETS.flatMap((assetId): Command[] => [
      { type: 'fundSwaps', assetId, amount: (500n * COIN) as Amount, fromUserId: 0, reason: REASON },
      terms(assetId, assetId === USDT ? 0 : 1_500, 800n * COIN),
    ]);
  }

  act(): Act {
    const { random, users, ledger } = this.exchange;
    const open = [...this.quotes.values()];
    if (open.length > 0 && random.chance(0.5)) {
      const { userId, swapId } = random.pick(open);
      const other = random.chance(0.05) ? random.pick(users) : userId;
      return { userId: other, body: { type: 'acceptSwap', swapId } };
    }
    if (random.chance(0.04)) return { userId: 0, body: this.operator() };
    const userId = random.pick(users);
    const fromAssetId = random.pick(ASSETS);
    const toAssetId = random.pick(ASSETS);
    const available = ledger.available(userId, fromAssetId);
    const share = (available * BigInt(random.int(1, 400))) / 1_000n;
    const amount = random.chance(0.05) ? available + 1n : share > 600n * COIN ? 600n * COIN : share;
    return { userId, body: { type: 'quoteSwap', fromAssetId, toAssetId, amount: amount as Amount } };
  }

  private operator(): Command {
    const { random } = this.exchange;
    const assetId = random.pick(ASSETS);
    if (random.chance(0.4))
      return terms(assetId, random.int(0, 20_000), BigInt(random.int(300, 1_500)) * COIN);
    if (random.chance(0.5)) {
      const amount = (BigInt(random.int(1, 100)) * COIN) as Amount;
      return { type: 'fundSwaps', assetId, amount, fromUserId: 0, reason: REASON };
    }
    return { type: 'setSwapState', state: this.halted ? 'trading' : 'halted', reason: REASON };
  }

  onCommand({ envelope, outcome, events }: AppliedCommand): void {
    this.nowMs = envelope.timeMs;
    const { body } = envelope;
    for (const event of events) {
      if (event.type === 'index') this.indices.set(event.symbolId, event.priceTicks);
      else if (event.type === 'swapChanged') this.changed(event.assetId, event.change);
      else if (event.type === 'swapQuoted') {
        const isQuote = body.type === 'quoteSwap' || body.type === 'quoteMiningRewards';
        const asked = isQuote && outcome.ok && body.amount === event.amount && !this.halted;
        must(asked && envelope.userId === event.userId, 'quotes are asked for', () => words([body, event]));
        this.reckon(event);
        this.quotes.set(event.userId, event);
      } else if (event.type === 'entry' && event.kind === 'swap') {
        const quote = this.quotes.get(envelope.userId);
        const moved = event.postings.map(({ account, assetId, amount }) => [account, assetId, amount]);
        const due = quote && [
          [quote.userId, quote.from.assetId, -quote.amount],
          [HOUSE, quote.from.assetId, quote.amount],
          [HOUSE, quote.to.assetId, -quote.arrives],
          [quote.userId, quote.to.assetId, quote.arrives],
        ];
        must(words(moved) === words(due), 'a swap moves what was quoted', () => words([moved, due]));
      } else if (event.type === 'swapped' || event.type === 'miningConverted') {
        const quote = this.quotes.get(event.userId);
        const isTaken = body.type === 'acceptSwap' || body.type === 'convertMiningRewards';
        const isTheirs = isTaken && body.swapId === event.swapId;
        must(
          isTheirs && quote?.swapId === event.swapId && envelope.userId === event.userId,
          'a swap is that of an open quote',
          () => words([body, event]),
        );
        must(this.nowMs < quote.quotedMs + QUOTE_MS, 'no quote is taken after its end', () => words(event));
        must(!this.halted, 'a halt stops swaps', () => words(event));
        must(!this.taken.has(event.swapId), 'a quote is taken once', () => words(event));
        const { maxInventory } = this.terms.get(event.from.assetId)!;
        const inventory = this.exchange.ledger.total(HOUSE, event.from.assetId);
        must(inventory <= maxInventory, 'the house’s inventory is bounded', () => words(event));
        this.taken.add(event.swapId);
        this.quotes.delete(event.userId);
      }
    }
    for (const [userId, { expiresMs }] of this.quotes)
      if (expiresMs <= this.nowMs - QUOTE_MS) this.quotes.delete(userId);
  }

  private changed(assetId: number, change: { readonly what: string; readonly after: unknown }): void {
    if (change.what === 'terms') this.terms.set(assetId, change.after as SwapTermsChange);
    else if (change.what === 'state') this.halted = change.after === 'halted';
  }

  /** Coins at their index: 1 USDT for USDT. All assets have 8 decimals, so a ratio of prices is one of units. */
  private reckon(quote: SwapQuote): void {
    const { from, to, amount, arrives } = quote;
    const price = (side: SwapQuote['from']): { over: bigint; under: bigint } => {
      const { symbolId, spreadPpm } = this.terms.get(side.assetId)!;
      must(side.spreadPpm === spreadPpm, 'the spread is the published one', () => words(quote));
      if (symbolId === 0) return { over: 1n, under: 1n };
      must(side.priceTicks === this.indices.get(symbolId), 'a quote is at the index', () => words(quote));
      return { over: BigInt(side.priceTicks) * side.quotePerTickLot, under: side.basePerLot };
    };
    const [gives, gets] = [price(from), price(to)];
    const keeps = 1_000_000n - BigInt(from.spreadPpm) - BigInt(to.spreadPpm);
    const over = amount * gives.over * gets.under * keeps;
    const under = gives.under * gets.over * 1_000_000n;
    must(arrives === over / under && arrives > 0n, 'a quote is the index less the spread', () =>
      words(quote),
    );
    const terms = this.terms.get(from.assetId)!;
    must(amount <= terms.maxAmount, 'one swap is bounded', () => words(quote));
    const inventory = this.exchange.ledger.total(HOUSE, from.assetId);
    must(inventory + amount <= terms.maxInventory, 'the house’s inventory is bounded', () => words(quote));
  }

  scan(view: KernelView): void {
    for (const { assetId, inventory, promised } of view.swap.assets()) {
      const told = this.exchange.ledger.total(HOUSE, assetId);
      must(inventory === told, 'the inventory is visible', () => words([assetId, inventory, told]));
      let sum = 0n;
      for (const { to, arrives, expiresMs } of this.quotes.values())
        if (to.assetId === assetId && expiresMs > view.timeMs) sum += arrives;
      must(promised === sum, 'open quotes are summed up', () => words([assetId, promised, sum]));
    }
  }
}

export const swap: ProductModule = {
  name: 'swap',
  create: (exchange) => new Swaps(exchange),
  wanted: [
    'quoteSwap ok',
    'quoteSwap SWAP_HOUSE_LIMIT',
    'quoteSwap SWAP_HALTED',
    'quoteSwap INSUFFICIENT_BALANCE',
    'acceptSwap ok',
    'acceptSwap SWAP_QUOTE_ENDED',
    'entry swap',
  ],
  plants: [
    {
      name: 'swap-late-quote',
      file: 'kernel/products/swap/desk.ts',
      find: 'quote !== undefined && quote.expiresMs > this.state.timeMs ? quote : null',
      replace: 'quote ?? null',
      breaks: /no quote is taken after its end|open quotes are summed up/,
    },
    {
      name: 'swap-user-gains-the-rounding',
      file: 'rules/swap/index.ts',
      find: 'return mulDivFloor(amount, numerator, denominator) as Amount;',
      replace: 'return (mulDivFloor(amount, numerator, denominator) + 1n) as Amount;',
      breaks: /a quote is the index less the spread/,
    },
    {
      name: 'swap-one-spread-only',
      file: 'rules/swap/index.ts',
      find: 'return from.spreadPpm + to.spreadPpm;',
      replace: 'return from.spreadPpm;',
      breaks: /a quote is the index less the spread/,
    },
    {
      name: 'swap-taken-twice',
      file: 'kernel/products/swap/quotes.ts',
      find: '  desk.remove(userId);\n  const house = desk.house();',
      replace: '  const house = desk.house();',
      breaks: /a quote is taken once|a swap is that of an open quote|open quotes are summed up/,
    },
    {
      name: 'swap-inventory-unbounded',
      file: 'kernel/products/swap/quotes.ts',
      find: "return desk.canTake(quote) ? quote : 'SWAP_HOUSE_LIMIT';",
      replace: "return quote.arrives <= desk.inventory(to.assetId) ? quote : 'SWAP_HOUSE_LIMIT';",
      breaks: /the house’s inventory is bounded/,
    },
    {
      name: 'swap-halt-ignored',
      file: 'kernel/products/swap/quotes.ts',
      find: "  if (quote === null || quote.swapId !== swapId) return 'SWAP_QUOTE_ENDED';\n  if (desk.haltReason !== null) return 'SWAP_HALTED';",
      replace: "  if (quote === null || quote.swapId !== swapId) return 'SWAP_QUOTE_ENDED';",
      breaks: /a halt stops swaps/,
    },
  ],
};
