import { isFeeTable } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { Outcome } from '../../events.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { CommandHandlers, Product } from '../../product.ts';
import type { State } from '../../state.ts';
import { amendResting } from './amend-order.ts';
import { amendWaiting } from './amend-waiting.ts';
import { findOpen } from './cancel-order.ts';
import type { AmendOrder, SetFeeTiers, SpotCommand } from './commands.ts';
import type { SpotDesk } from './place-order.ts';
import { readSpot, writeSpot } from './spot-section.ts';
import type { SpotTaker } from './spot-taker.ts';
import { SpotReader } from './spot-view.ts';
import { TriggerDesk } from './trigger-desk.ts';
import type { SpotView } from './view.ts';
import type { WaitingOrder } from './waiting-orders.ts';

/** Spot beside its plain orders: orders that wait for a price, changes of orders, and the tiers of fees. */
export class SpotProduct implements Product {
  readonly name = 'spot';
  readonly handlers: CommandHandlers<SpotCommand>;
  readonly view: SpotView;
  private readonly state: State;
  private readonly taker: SpotTaker;
  readonly triggers: TriggerDesk;

  constructor(state: State, taker: SpotTaker, desk: SpotDesk) {
    this.state = state;
    this.taker = taker;
    this.triggers = new TriggerDesk(state, desk);
    this.view = new SpotReader(state);
    this.handlers = {
      placeTrigger: {
        sender: 'user',
        perform: (userId, command) => this.triggers.place(userId, command),
      },
      placeOco: { sender: 'user', perform: (userId, command) => this.triggers.placeOco(userId, command) },
      amendOrder: { sender: 'user', perform: (userId, command) => this.amend(userId, command) },
      setFeeTiers: { sender: 'system', perform: (_, command) => this.setFeeTiers(command) },
    };
  }

  /** Whether trades or ends of the current command have consequences for waiting orders. */
  get isUnsettled(): boolean {
    return this.state.moved.length !== 0 || this.state.waiting.widowed.length !== 0;
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
    if (state.waiting.size === 0 || state.timeMs <= state.resumedMs) return;
    const fired: WaitingOrder[] = [];
    for (const symbol of state.symbols) {
      const priceTicks = state.index.symbols.get(symbol.listed.symbolId)?.priceTicks ?? 0;
      if (priceTicks !== 0 && symbol.state === 'trading')
        state.waiting.see(symbol, 'index', priceTicks, fired);
    }
    if (fired.length > 0) this.triggers.fire(fired, tickNo);
  }

  /** What spot needs of a balance is held. */
  lockedIn(_account: number, _assetId: number): bigint {
    return 0n;
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

  private setFeeTiers({ volumeAssetId, tiers }: SetFeeTiers): Outcome {
    const { state } = this;
    if (!state.assets.has(volumeAssetId)) return refuse('UNKNOWN_ASSET');
    if (!isFeeTable(tiers)) return refuse('INVALID_COMMAND');
    state.fees.setTable(volumeAssetId, tiers, state.timeMs);
    state.makerFeePpm = tiers[0]!.makerPpm;
    state.takerFeePpm = tiers[0]!.takerPpm;
    state.tape.catalogue();
    return DONE;
  }
}

function symbolIdOf({ orders, traders, symbols }: State, open: number | WaitingOrder): number {
  const symbol = typeof open === 'number' ? symbols[traders.symbol(orders.owner(open))]! : open.symbol;
  return symbol.listed.symbolId;
}
