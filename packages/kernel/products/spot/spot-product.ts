import { isFeeTable } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { SetPriceBand } from '../../commands.ts';
import type { Outcome } from '../../events.ts';
import { DONE, refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import { QuoteExpiry } from '../../quote-expiry.ts';
import type { RejectionCode } from '../../rejections.ts';
import { amendResting } from './amend-order.ts';
import { amendWaiting } from './amend-waiting.ts';
import { auditSpot } from './audit.ts';
import { cancelAll, cancelOrder, findOpen } from './cancel-order.ts';
import { spotCodecs } from './codec.ts';
import type { AmendOrder, SetFeeTiers, SpotCommand } from './commands.ts';
import {
  limitsProblem,
  listSymbol,
  setFees,
  setPriceBand,
  setSymbolLimits,
  setSymbolState,
} from './listing.ts';
import { massQuote, withdrawQuotes } from './mass-quote.ts';
import { orderDesk } from './order-desk.ts';
import './order-events.ts';
import { SpotDesk } from './place-order.ts';
import { SpotRetries } from './retries.ts';
import { readSpot, writeSpot } from './spot-section.ts';
import { SpotState } from './spot-state.ts';
import { SpotTaker } from './spot-taker.ts';
import { SpotReader } from './spot-view.ts';
import { TriggerDesk } from './trigger-desk.ts';
import type { SpotView } from './view.ts';
import type { WaitingOrder } from './waiting-orders.ts';

/** Spot: books of listed pairs, orders that rest, wait for a price or change, quotes of the house, and the fee tiers. */
class SpotProduct implements Product {
  readonly name = 'spot';
  readonly handlers: CommandHandlers<SpotCommand>;
  readonly view: SpotView;
  /** Quotes end before anything else can happen at the same time or tick. */
  readonly early: readonly [QuoteExpiry];
  readonly late: readonly [SpotRetries];
  private readonly state: SpotState;
  private readonly taker: SpotTaker;
  private readonly triggers: TriggerDesk;

  constructor({ state: core, hints, ports }: ProductContext) {
    const state = new SpotState(core, hints);
    const taker = new SpotTaker(state);
    const desk = new SpotDesk(state, taker);
    const triggers = new TriggerDesk(state, desk);
    const quotes = new QuoteExpiry('spot-quotes', core, (trader) => withdrawQuotes(state, trader));
    this.state = state;
    this.taker = taker;
    this.triggers = triggers;
    this.early = [quotes];
    this.late = [new SpotRetries(state)];
    this.view = new SpotReader(state);
    ports.orderDesk = orderDesk(state, desk);
    core.openElsewhere.push((orderId) => state.isOpen(orderId));
    this.handlers = {
      listSymbol: { perform: (_, command) => listSymbol(state, command) },
      setSymbolState: { perform: (_, command) => setSymbolState(state, command) },
      setFees: { perform: (_, command) => setFees(state, command) },
      setFeeTiers: {
        problem: (command) => this.feesProblem(command),
        perform: (_, command) => this.setFeeTiers(command),
      },
      setSymbolLimits: {
        isAnnounced: true,
        problem: (command) => limitsProblem(state, command),
        perform: (_, command) => setSymbolLimits(state, command),
      },
      placeOrder: {
        keepsDue: true,
        perform: (userId, command) => desk.place(userId, command),
      },
      cancelOrder: {
        keepsDue: true,
        perform: (userId, command) => cancelOrder(state, triggers, userId, command),
      },
      cancelAll: {
        keepsDue: true,
        perform: (userId, command) => cancelAll(state, triggers, userId, command),
      },
      massQuote: {
        perform: (userId, command) => massQuote(state, taker, quotes, userId, command),
      },
      placeTrigger: { perform: (userId, command) => triggers.place(userId, command) },
      placeOco: { perform: (userId, command) => triggers.placeOco(userId, command) },
      amendOrder: { perform: (userId, command) => this.amend(userId, command) },
    };
  }

  /**
   * Ends the twins of what was filled or ended, and fires what the last prices of the current command crossed, until
   * nothing more follows. Each round's orders fire lowest id first.
   */
  settle(): void {
    const { moved, waiting } = this.state;
    this.triggers.endWidowed();
    while (moved.length > 0) {
      const fired: WaitingOrder[] = [];
      for (const symbol of moved) {
        for (const priceTicks of symbol.path) {
          if (symbol.state === 'trading') waiting.see(symbol, 'last', priceTicks, fired);
        }
        symbol.path.length = 0;
      }
      moved.length = 0;
      this.triggers.fire(fired, 0);
    }
  }

  nextDueMs(): number {
    return this.state.fees.nextTurnMs();
  }

  onTime(nowMs: number, _previousMs: number): void {
    const { fees, accounts, tape } = this.state;
    fees.turn(nowMs, (account) => {
      const tier = accounts.tier[account]!;
      tape.note({
        type: 'feeTier',
        userId: accounts.numbers[account]!,
        tier,
        makerPpm: fees.makerPpm[tier]!,
        takerPpm: fees.takerPpm[tier]!,
      });
    });
  }

  /** Lets waiting orders see the indices that are fresh, of symbols that trade, but none that a downtime left behind. */
  onIndex(tickNo: number): void {
    const { state } = this;
    if (state.waiting.size === 0 || state.core.timeMs <= state.core.resumedMs) return;
    const fired: WaitingOrder[] = [];
    for (const symbol of state.symbols) {
      const priceTicks = state.index.symbols.get(symbol.listed.symbolId)?.priceTicks ?? 0;
      if (priceTicks !== 0 && symbol.state === 'trading')
        state.waiting.see(symbol, 'index', priceTicks, fired);
    }
    if (fired.length > 0) this.triggers.fire(fired, tickNo);
    if (state.waiting.retrying.size === 0) return;
    for (const symbol of state.symbols) if (symbol.state === 'trading') this.triggers.retry(symbol, tickNo);
  }

  setPriceBand(command: SetPriceBand): Outcome | null {
    return setPriceBand(this.state, command);
  }

  audit(): void {
    auditSpot(this.state);
  }

  write(writer: ByteWriter): void {
    writeSpot(writer, this.state);
  }

  read(reader: ByteReader): void {
    readSpot(reader, this.state);
  }

  private amend(userId: number, command: AmendOrder): Outcome {
    const { state } = this;
    const account = state.accounts.find(userId);
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    const found = findOpen(state, account, command.orderId, command.clientOrderId);
    if (found === null || symbolIdOf(state, found) !== command.symbolId) return refuse('UNKNOWN_ORDER');
    return typeof found === 'number'
      ? amendResting(state, this.taker, found, command)
      : amendWaiting(state, this.triggers, found, command);
  }

  private feesProblem({ volumeAssetId, tiers }: SetFeeTiers): RejectionCode | null {
    if (!this.state.assets.has(volumeAssetId)) return 'UNKNOWN_ASSET';
    return isFeeTable(tiers) ? null : 'INVALID_COMMAND';
  }

  private setFeeTiers(command: SetFeeTiers): Outcome {
    const { state } = this;
    const { volumeAssetId, tiers } = command;
    const problem = this.feesProblem(command);
    if (problem !== null) return refuse(problem);
    state.fees.setTable(volumeAssetId, tiers, state.core.timeMs);
    state.tape.catalogue();
    return DONE;
  }
}

function symbolIdOf({ orders, traders, symbols }: SpotState, open: number | WaitingOrder): number {
  const symbol = typeof open === 'number' ? symbols[traders.symbol(orders.owner(open))]! : open.symbol;
  return symbol.listed.symbolId;
}

/** Spot, as the list of products names it. */
export const spot = productRoom('spot', spotCodecs, (context) => new SpotProduct(context));
