import {
  type OtcEnd,
  type OtcMover,
  type OtcOpenState,
  type OtcSide,
  otcFault,
  otcMayMove,
} from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { isText } from '../../limits.ts';
import { otcDone, refuse } from '../../outcome.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import { factsOf, isAwaited, type Order, type OtcBooks, statementsOf } from './books.ts';
import type {
  AppealOtcOrder,
  AskOtcCancel,
  CancelOtcOrder,
  PayOtcOrder,
  ReleaseOtcOrder,
  ResolveOtcAppeal,
  StateOtcAppeal,
} from './commands.ts';
import { isOtcHash } from './operator.ts';
import type { Orders } from './orders.ts';

/** Statements of each side. */
const MAX_STATEMENTS = 20;
const REASON = /^[a-z-]{2,40}$/;

/** Acts of the two sides of an order, and of operators on an appeal. Each carries the state that its sender saw. */
export class Acts {
  private readonly state: State;
  private readonly books: OtcBooks;
  private readonly orders: Orders;

  constructor(state: State, books: OtcBooks, orders: Orders) {
    this.state = state;
    this.books = books;
    this.orders = orders;
  }

  pay(userId: number, command: PayOtcOrder): Outcome {
    const order = this.openTo(userId, command, 'buyer', 'paid');
    if (typeof order === 'string') return refuse(order);
    this.orders.move(order, 'paid', 'buyer', this.books.upMs);
    return otcDone(order.orderId);
  }

  /** The seller says that the whole sum arrived from the buyer's verified name, and names the coins. */
  release(userId: number, command: ReleaseOtcOrder): Outcome {
    const order = this.openTo(userId, command, 'seller', 'released');
    if (typeof order === 'string') return refuse(order);
    const { amount, arrived, whole, sameName } = command;
    if (!(arrived && whole && sameName) || amount !== order.amount) return refuse('OTC_RELEASE_UNSURE');
    const { upMs } = this.books;
    this.orders.end(order, { end: 'released', by: 'seller', winner: 'buyer', fault: 'nobody', upMs });
    return otcDone(order.orderId);
  }

  cancel(userId: number, command: CancelOtcOrder): Outcome {
    const order = this.openTo(userId, command, 'buyer', 'cancelled');
    if (typeof order === 'string') return refuse(order);
    const fault = otcFault(order.asked);
    const { upMs } = this.books;
    this.orders.end(order, { end: 'cancelled', by: 'buyer', winner: 'seller', fault, upMs });
    return otcDone(order.orderId);
  }

  /** Asks the buyer to cancel. It moves nothing, and a later reason replaces it. */
  askCancel(userId: number, command: AskOtcCancel): Outcome {
    const order = this.openTo(userId, command, 'seller', null);
    if (typeof order === 'string') return refuse(order);
    order.asked = command.why;
    this.state.tape.note({ type: 'otcCancelAsked', ...factsOf(order), why: command.why });
    return otcDone(order.orderId);
  }

  /** Opens an appeal: a seller of a paid order at once, a buyer once the payment method had its time. */
  appeal(userId: number, command: AppealOtcOrder): Outcome {
    const { reason, evidence } = command;
    if (!REASON.test(reason) || !isOtcHash(evidence)) return refuse('INVALID_COMMAND');
    const order = this.openTo(userId, command, null, 'appealed');
    if (typeof order === 'string') return refuse(order);
    const side = sideOf(order, userId);
    const { upMs } = this.books;
    if (side === 'buyer' && order.state === 'paid' && upMs < order.sinceUpMs + order.clocks.appealAfterMs)
      return refuse('OTC_TOO_EARLY');
    this.orders.move(order, 'appealed', side, upMs, reason, evidence);
    return otcDone(order.orderId);
  }

  /** Adds a statement of either side. The first one of a side that is awaited is its answer. */
  stateAppeal(userId: number, command: StateOtcAppeal): Outcome {
    const { evidence } = command;
    if (!isOtcHash(evidence)) return refuse('INVALID_COMMAND');
    const order = this.openTo(userId, command, null, null);
    if (typeof order === 'string') return refuse(order);
    const { appeal } = order;
    if (appeal === null) return refuse('OTC_WRONG_STATE');
    const side = sideOf(order, userId);
    const own = side === 'buyer' ? 'buyerStatements' : 'sellerStatements';
    if (appeal[own] >= MAX_STATEMENTS) return refuse('OTC_TOO_MANY');
    appeal[own] += 1;
    if (side === 'buyer') appeal.awaitsBuyer = false;
    else appeal.awaitsSeller = false;
    this.books.wait(order);
    const number = statementsOf(appeal);
    this.state.tape.note({ type: 'otcAppealStated', ...factsOf(order), side, evidence, number });
    return otcDone(order.orderId);
  }

  /** Two operators decide, once the answers are there or their time is over: the whole escrow to one of the two sides. */
  resolve(command: ResolveOtcAppeal): Outcome {
    const { winner, fault, reason, operators } = command;
    const [first, second] = operators;
    if (operators.length !== 2 || first === second || !operators.every(isText))
      return refuse('INVALID_COMMAND');
    if (!isSide(winner) || !REASON.test(reason)) return refuse('INVALID_COMMAND');
    const order = this.seen(command);
    if (typeof order === 'string') return refuse(order);
    const problem = stateProblem(order, 'resolved', 'operators');
    if (problem !== null) return refuse(problem);
    if (isAwaited(order.appeal!)) return refuse('OTC_ANSWER_PENDING');
    const { upMs } = this.books;
    const decision = { winner, fault, upMs, reason, operators: [...operators] };
    this.orders.end(order, { end: 'resolved', by: 'operators', ...decision });
    return otcDone(order.orderId);
  }

  /**
   * Returns the open order on which a side may do this now, or why it may not. Sides are looked at first, then the state
   * that was seen, then the table of states: whoever is not in an order learns nothing of it.
   */
  private openTo(
    userId: number,
    act: { readonly orderId: number; readonly seen: OtcOpenState },
    side: OtcSide | null,
    to: OtcOpenState | OtcEnd | null,
  ): Order | RejectionCode {
    const order = this.books.orders.get(act.orderId);
    if (order === undefined || (order.buyerId !== userId && order.sellerId !== userId))
      return 'OTC_ORDER_ENDED';
    const own = sideOf(order, userId);
    if (side !== null && own !== side) return 'OTC_WRONG_SIDE';
    const seen = this.seen(act);
    if (typeof seen === 'string' || to === null) return seen;
    return stateProblem(order, to, own) ?? order;
  }

  /** Returns an order after all that its clocks did, if it is in the state that was seen. */
  private seen(act: { readonly orderId: number; readonly seen: OtcOpenState }): Order | RejectionCode {
    const { books, orders } = this;
    const order = books.orders.get(act.orderId);
    if (order !== undefined) orders.settle(order);
    if (order === undefined || !books.orders.has(act.orderId)) return 'OTC_ORDER_ENDED';
    return order.state === act.seen ? order : 'OTC_STATE_CHANGED';
  }
}

function stateProblem(
  { state }: Order,
  to: OtcOpenState | OtcEnd,
  mover: OtcMover,
): 'OTC_WRONG_STATE' | 'OTC_WRONG_SIDE' | null {
  if (otcMayMove(state, to, mover)) return null;
  const others = (['buyer', 'seller'] as const).some((side) => otcMayMove(state, to, side));
  return others ? 'OTC_WRONG_SIDE' : 'OTC_WRONG_STATE';
}

function sideOf({ buyerId }: Order, userId: number): OtcSide {
  return buyerId === userId ? 'buyer' : 'seller';
}

const isSide = (winner: string): boolean => winner === 'buyer' || winner === 'seller';
