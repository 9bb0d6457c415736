import type { Amount } from '@candor/money';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { amount, count, list, number, optional, priceTicks, record, text } from '../../codec/fields.ts';
import { freshTicks } from '../../index-price.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import { auditSwaps } from './audit.ts';
import { swapCodecs } from './codec.ts';
import type { SwapCommand, SwapTermsChange } from './commands.ts';
import { Desk } from './desk.ts';
import type { SwapQuote, SwapSide } from './events.ts';
import { fund, setState, setTerms } from './operator.ts';
import { acceptSwap, quoteSwap, swapDesk } from './quotes.ts';
import type { SwapAssetView, SwapView } from './view.ts';

const halt = optional(text);
const terms = list(
  record<SwapTermsChange & { readonly assetId: number }>({
    assetId: count,
    symbolId: count,
    spreadPpm: count,
    minAmount: amount,
    maxAmount: amount,
    maxInventory: amount,
  }),
);
const side = record<SwapSide>({
  assetId: count,
  symbolId: count,
  priceTicks,
  quotePerTickLot: amount,
  basePerLot: amount,
  spreadPpm: count,
});
const quotes = list(
  record<SwapQuote>({
    swapId: count,
    userId: number,
    from: side,
    to: side,
    amount,
    arrives: amount,
    tickNo: count,
    quotedMs: number,
    expiresMs: number,
  }),
);

/**
 * Swaps: one asset for another at a quote that holds for some seconds, against the house's own labelled account. A quote
 * follows from the indices and the published spread alone; nobody can name another rate.
 */
class SwapProduct implements Product {
  readonly name = 'swap';
  readonly handlers: CommandHandlers<SwapCommand>;
  readonly view: SwapView;
  private readonly desk: Desk;

  constructor({ state, products, ports }: ProductContext) {
    const desk = new Desk(state);
    this.desk = desk;
    ports.swapDesk = swapDesk(desk);
    this.handlers = {
      setSwapTerms: { perform: (_, command) => setTerms(desk, command) },
      setSwapState: { perform: (_, command) => setState(desk, command) },
      fundSwaps: { perform: (_, command) => fund(desk, command) },
      quoteSwap: { perform: (userId, command) => quoteSwap(desk, products, userId, command) },
      acceptSwap: {
        perform: (userId, command) => acceptSwap(desk, products, userId, command),
      },
    };
    this.view = {
      get state() {
        return desk.haltReason === null ? 'trading' : 'halted';
      },
      get stateReason() {
        return desk.haltReason ?? '';
      },
      assets: () => [...desk.terms].map(([assetId, each]) => this.assetView(assetId, each)),
      quote: (userId) => desk.openQuote(userId),
    };
  }

  audit(): void {
    auditSwaps(this.desk);
  }

  write(writer: ByteWriter): void {
    const { desk } = this;
    halt.write(writer, desk.haltReason);
    terms.write(
      writer,
      [...desk.terms].map(([assetId, each]) => ({ assetId, ...each })),
    );
    quotes.write(writer, [...desk.quotes.values()]);
  }

  read(reader: ByteReader): void {
    const { desk } = this;
    desk.haltReason = halt.read(reader);
    for (const { assetId, ...each } of terms.read(reader)) desk.terms.set(assetId, each);
    for (const quote of quotes.read(reader)) desk.add(quote);
  }

  private assetView(assetId: number, each: SwapTermsChange): SwapAssetView {
    const { desk } = this;
    const open = [...desk.quotes.values()].filter(({ userId }) => desk.openQuote(userId) !== null);
    const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n) as Amount;
    return {
      assetId,
      ...each,
      inventory: desk.inventory(assetId) as Amount,
      promised: sum(open.filter(({ to }) => to.assetId === assetId).map(({ arrives }) => arrives)),
      expected: sum(open.filter(({ from }) => from.assetId === assetId).map((quote) => quote.amount)),
      isPriced: each.symbolId === 0 || freshTicks(desk.state, each.symbolId) !== 0,
    };
  }
}

/** Swaps, as the list of products names them. */
export const swap = productRoom('swap', swapCodecs, (context) => new SwapProduct(context));
