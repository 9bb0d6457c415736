import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { SetPriceBand } from '../../commands.ts';
import type { Outcome } from '../../events.ts';
import { exitDone, refuse } from '../../outcome.ts';
import {
  type CommandHandler,
  type CommandHandlers,
  type Product,
  type ProductContext,
  productRoom,
} from '../../product.ts';
import { QuoteExpiry } from '../../quote-expiry.ts';
import { auditPerpetuals } from './audit.ts';
import { Clockwork } from './clockwork.ts';
import { cancelOrder, cancelOrders, closeAll, closePosition, reversePosition } from './desk/closing.ts';
import { PerpetualDesk } from './desk/place.ts';
import { massQuote, withdrawQuotes } from './desk/quote.ts';
import { adjustMargin, setLeverage, setMarginMode, setPositionMode } from './desk/settings.ts';
import { FundingRates, FundingRounds } from './funding/rounds.ts';
import {
  fundInsurance,
  limitsProblem,
  listPerpetual,
  setPerpetualLimits,
  setPerpetualState,
  setPerpetualTiers,
  setPriceBand,
  tiersProblem,
} from './listing.ts';
import { Matching } from './matching/matching.ts';
import { readPerpetuals, writePerpetuals } from './perpetual-snapshot.ts';
import { addExits, endExit, exitsProblem, hasRoomForExits, isBeyondLiquidation } from './positions/exits.ts';
import { perpetualCodecs } from './protocol/codec.ts';
import type {
  CancelPositionExit,
  PerpetualCommand,
  SetPerpetualLimits,
  SetPerpetualTiers,
  SetPositionExits,
} from './protocol/commands.ts';
import type { PerpetualView } from './protocol/view.ts';
import { PerpetualReader } from './reader/reader.ts';
import { PerpetualRetries } from './retries.ts';
import { freeOf } from './risk/risk.ts';
import { tellPosition } from './state/packed-events.ts';
import { PerpetualState } from './state/perpetual-state.ts';

/** USDT perpetuals: see the design's "Perpetuals" for the rules, packages/rules/perpetual for the formulas. */
class PerpetualProduct implements Product {
  readonly name = 'perpetual';
  readonly handlers: CommandHandlers<PerpetualCommand>;
  readonly view: PerpetualView;
  /** Quotes end before anything else can happen at the same time or tick. */
  readonly early: readonly [QuoteExpiry];
  readonly late: readonly [FundingRounds, PerpetualRetries, FundingRates];
  private readonly perp: PerpetualState;
  private readonly desk: PerpetualDesk;
  private readonly clockwork: Clockwork;

  constructor({ state }: ProductContext) {
    const perp = new PerpetualState(state);
    const matching = new Matching(perp);
    this.perp = perp;
    state.openElsewhere.push((orderId) => perp.orders.has(orderId));
    this.desk = new PerpetualDesk(perp, matching);
    this.clockwork = new Clockwork(perp, matching, this.desk);
    this.view = new PerpetualReader(perp);
    const quotes = new QuoteExpiry('perpetual-quotes', state, (trader) => {
      withdrawQuotes(perp, trader);
      this.conclude();
    });
    this.early = [quotes];
    const rounds = new FundingRounds(perp, () => this.conclude());
    this.late = [rounds, new PerpetualRetries(perp), new FundingRates(perp)];
    const { desk } = this;
    this.handlers = {
      listPerpetual: this.handler((_, command) => listPerpetual(perp, command)),
      setPerpetualLimits: {
        ...this.handler<SetPerpetualLimits>((_, command) => setPerpetualLimits(perp, command)),
        isAnnounced: true,
        problem: (command) => limitsProblem(perp, command),
      },
      setPerpetualTiers: {
        ...this.handler<SetPerpetualTiers>((_, command) => setPerpetualTiers(perp, command)),
        isAnnounced: true,
        problem: (command) => tiersProblem(perp, command),
      },
      setPerpetualState: this.handler((_, command) => setPerpetualState(perp, command)),
      fundInsurance: this.handler((_, command) => fundInsurance(perp, command)),
      placePerpetualOrder: this.handler((userId, command) => desk.place(userId, command)),
      cancelPerpetualOrder: this.handler((userId, command) => cancelOrder(perp, userId, command)),
      cancelPerpetualOrders: this.handler((userId, command) => cancelOrders(perp, userId, command)),
      closePosition: this.handler((userId, command) => closePosition(perp, desk, userId, command)),
      closeAllPositions: this.handler((userId, command) => closeAll(perp, desk, userId, command)),
      reversePosition: this.handler((userId, command) => reversePosition(perp, desk, userId, command)),
      setLeverage: this.handler((userId, command) => setLeverage(perp, userId, command)),
      setMarginMode: this.handler((userId, command) => setMarginMode(perp, userId, command)),
      setPositionMode: this.handler((userId, command) => setPositionMode(perp, userId, command)),
      adjustMargin: this.handler((userId, command) => adjustMargin(perp, userId, command)),
      setPositionExits: this.handler((userId, command) => this.setExits(userId, command)),
      cancelPositionExit: this.handler((userId, command) => this.cancelExit(userId, command)),
      perpetualMassQuote: this.handler((userId, command) =>
        massQuote(perp, matching, quotes, userId, command),
      ),
    };
  }

  onIndex(tickNo: number): void {
    this.clockwork.onIndex(tickNo);
    this.conclude();
  }

  /** Part of a contract wallet that cross positions need although it is not held. */
  lockedIn(account: number, assetId: number): bigint {
    const { perp } = this;
    const user = perp.usersByAccount.get(account);
    if (user === undefined || assetId !== perp.settleAssetId) return 0n;
    return perp.available(user) - freeOf(perp, user);
  }

  onTransfer(account: number): void {
    const user = this.perp.usersByAccount.get(account);
    if (user === undefined) return;
    this.perp.risk(user);
    this.conclude();
  }

  /** Returns null if no perpetual has this id. */
  setPriceBand(command: SetPriceBand): Outcome | null {
    return setPriceBand(this.perp, command);
  }

  audit(): void {
    auditPerpetuals(this.perp);
  }

  write(writer: ByteWriter): void {
    writePerpetuals(writer, this.perp);
  }

  read(reader: ByteReader): void {
    readPerpetuals(reader, this.perp);
  }

  private handler<C extends PerpetualCommand>(
    perform: (userId: number, command: C) => Outcome,
  ): CommandHandler<C> {
    return {
      perform: (userId, command) => {
        const outcome = perform(userId, command);
        this.conclude();
        return outcome;
      },
    };
  }

  /** After each command: triggers that its fills crossed, the positions that changed, where they are liquidated. */
  private conclude(): void {
    const { perp } = this;
    this.clockwork.fireByFills();
    for (const position of perp.changed) {
      tellPosition(perp.core.tape, position, position.change!);
      position.change = null;
    }
    perp.changed.length = 0;
    this.clockwork.replaceRisk();
  }

  private setExits(userId: number, command: SetPositionExits): Outcome {
    const { perp } = this;
    const { takeProfit, stopLoss } = command;
    const position = perp.positions.get(command.positionId);
    if (position === undefined || position.trader.user.userId !== userId) return refuse('UNKNOWN_POSITION');
    if (takeProfit === null && stopLoss === null) return refuse('INVALID_COMMAND');
    const { symbol, sign, lots } = position;
    const problem = exitsProblem(symbol, sign, lots, takeProfit, stopLoss, null);
    if (problem !== null) return refuse(problem);
    if (stopLoss !== null && isBeyondLiquidation(perp, position, stopLoss.triggerTicks)) {
      return refuse('STOP_BEYOND_LIQUIDATION');
    }
    if (!hasRoomForExits(position, takeProfit !== null && stopLoss !== null ? 2 : 1)) {
      return refuse('TOO_MANY_EXITS');
    }
    return exitDone(addExits(perp, position, takeProfit, stopLoss, 0));
  }

  private cancelExit(userId: number, command: CancelPositionExit): Outcome {
    const exit = this.perp.exits.get(command.exitId);
    if (exit === undefined || exit.position.trader.user.userId !== userId) return refuse('UNKNOWN_ORDER');
    endExit(this.perp, exit, 'cancelled', 0, 0);
    return exitDone(command.exitId);
  }
}

/** Perpetuals, as the list of products names them. */
export const perpetual = productRoom(
  'perpetual',
  perpetualCodecs,
  (context) => new PerpetualProduct(context),
);
