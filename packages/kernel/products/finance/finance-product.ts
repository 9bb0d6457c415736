import { INTEREST_DAY_MS } from '@candor/rules';
import { assert } from '../../assert.ts';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { count, number, record, text } from '../../codec/fields.ts';
import { FixedOrders, type FixedWords, fixedTermsOf } from '../../earn/fixed-orders.ts';
import { fixedHandlers, fixedHooks, fixedView } from '../../earn/fixed-product.ts';
import { FIXED_OFFER } from '../../earn/section.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import { FINANCE_ESCROW, FINANCE_POOL } from '../../ledger/accounts.ts';
import { isCount } from '../../limits.ts';
import { refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { financeCodecs, financeZone } from './codec.ts';
import type { FinanceCommand, OfferFinance, SubscribeFinance } from './commands.ts';
import { Participations } from './participations.ts';
import type { FinanceOffer, FinanceView } from './view.ts';

/** Up to 40 printable ASCII characters, no space at an end. */
const NAME = /^[!-~](?:[ -~]{0,38}[!-~])?$/;
const MAX_PARTICIPATIONS = 1_000;
const ZONES = ['valueAdded', 'members', 'ordinary'];

const offerField = record<FinanceOffer>({
  ...FIXED_OFFER,
  name: text,
  zone: financeZone,
  lockDays: number,
  maxParticipations: count,
});

type Orders = FixedOrders<FinanceOffer>;
type Own = Pick<FixedWords<FinanceOffer>, 'mayBegin' | 'mayExit' | 'subscribed' | 'ended'>;

function wordsOf({ tape }: State, own: Own): FixedWords<FinanceOffer> {
  return {
    ...own,
    pool: FINANCE_POOL,
    escrow: FINANCE_ESCROW,
    entries: {
      subscribe: 'finance-subscribe',
      matured: 'finance-matured',
      redeemed: 'finance-redeemed',
      funding: 'finance-funding',
    },
    refusals: {
      closed: 'FINANCE_OFFER_CLOSED',
      amount: 'FINANCE_AMOUNT',
      soldOut: 'FINANCE_SOLD_OUT',
      userLimit: 'FINANCE_USER_LIMIT',
      poolEmpty: 'FINANCE_POOL_EMPTY',
      ended: 'FINANCE_ORDER_ENDED',
    },
    offered({ closesMs: _, ...terms }, reason) {
      tape.note({ type: 'financeOffered', ...terms, reason });
    },
    offerClosed(offerId, closesMs, reason) {
      tape.note({ type: 'financeOfferClosed', offerId, closesMs, reason });
    },
    funded({ assetId, fromUserId }, { before, after }, reason) {
      tape.note({ type: 'financeFunded', assetId, before, after, fromUserId, reason });
    },
  };
}

/** Rules that finance products add to orders with a cycle. */
function ownWords(
  state: State,
  participations: Participations,
  lockDaysOf: (offerId: number) => number,
): Own {
  const { tape } = state;
  return {
    mayBegin: (userId, { offerId, maxParticipations }) =>
      participations.of(userId, offerId) < maxParticipations ? null : 'FINANCE_PARTICIPATIONS',
    mayExit: ({ offerId, beganMs }) =>
      state.timeMs < beganMs + lockDaysOf(offerId) * INTEREST_DAY_MS ? 'FINANCE_LOCKED' : null,
    subscribed(order, poolFree, { lockDays }) {
      participations.add(order.userId, order.offerId);
      tape.note({ type: 'financeSubscribed', ...order, lockDays, poolFree });
    },
    ended(end, poolFree) {
      tape.note({ type: 'financeEnded', ...end, lockDays: lockDaysOf(end.offerId), poolFree });
    },
  };
}

function offer(fixed: Orders, command: OfferFinance): Outcome {
  const { name, zone, lockDays, maxParticipations, opensMs, reason } = command;
  const problem = ownProblem(command);
  if (problem !== null) return refuse(problem);
  const terms = { ...fixedTermsOf(command), name, zone, lockDays, maxParticipations };
  return fixed.offer(terms, opensMs, reason);
}

function subscribe(fixed: Orders, userId: number, command: SubscribeFinance): Outcome {
  const { offerId, amount, isMember } = command;
  if (fixed.book.offers.get(offerId)?.zone === 'members' && !isMember) return refuse('FINANCE_MEMBERS_ONLY');
  return fixed.subscribe(userId, offerId, amount, false);
}

function ownProblem({
  name,
  zone,
  lockDays,
  cycleDays,
  maxParticipations,
}: OfferFinance): RejectionCode | null {
  if (typeof name !== 'string' || !NAME.test(name)) return 'INVALID_COMMAND';
  if (!ZONES.includes(zone)) return 'INVALID_COMMAND';
  if (!Number.isInteger(lockDays) || lockDays < 0 || lockDays > cycleDays) return 'INVALID_COMMAND';
  if (!isCount(maxParticipations) || maxParticipations > MAX_PARTICIPATIONS) return 'INVALID_COMMAND';
  return null;
}

/**
 * Finance products: orders with a cycle in three zones, with locked days and a bound of orders a user. No order renews
 * itself. All else is as with every order of a fixed rate: the whole interest is set aside from a visible pool when it begins.
 */
function financeProduct({ state, products }: ProductContext) {
  const participations = new Participations();
  const lockDaysOf = (offerId: number): number => {
    const found = fixed.book.offers.get(offerId);
    assert(found !== undefined, 'an order is of an offer');
    return found.lockDays;
  };
  const fixed: Orders = new FixedOrders<FinanceOffer>(
    state,
    products,
    wordsOf(state, ownWords(state, participations, lockDaysOf)),
  );
  const { close, fund, redeem } = fixedHandlers(fixed);
  const handlers: CommandHandlers<FinanceCommand> = {
    offerFinance: { keepsDue: true, perform: (_, command) => offer(fixed, command) },
    closeFinanceOffer: close,
    fundFinance: fund,
    subscribeFinance: { perform: (userId, command) => subscribe(fixed, userId, command) },
    redeemFinance: redeem,
  };
  const view: FinanceView = {
    ...fixedView(fixed),
    participations: (userId) => participations.ofUser(userId),
  };
  const hooks = fixedHooks(fixed, offerField);
  return {
    name: 'finance',
    handlers,
    view,
    ...hooks,
    write(writer: ByteWriter) {
      hooks.write(writer);
      participations.write(writer);
    },
    read(reader: ByteReader) {
      hooks.read(reader);
      participations.read(reader);
    },
  } satisfies Product;
}

/** Finance products, as the list of products names them. */
export const finance = productRoom('finance', financeCodecs, financeProduct);
