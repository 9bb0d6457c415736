import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import { auditFixed } from '../../earn/audit.ts';
import { FixedOrders, type FixedWords } from '../../earn/fixed-orders.ts';
import { readFixed, writeFixed } from '../../earn/section.ts';
import { STAKING_ESCROW, STAKING_POOL } from '../../ledger/accounts.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { stakingCodecs } from './codec.ts';
import type { StakingCommand } from './commands.ts';
import type { StakingView } from './view.ts';

function wordsOf({ tape }: State): FixedWords {
  return {
    pool: STAKING_POOL,
    escrow: STAKING_ESCROW,
    entries: {
      subscribe: 'staking-subscribe',
      matured: 'staking-matured',
      redeemed: 'staking-redeemed',
      funding: 'staking-funding',
    },
    refusals: {
      closed: 'STAKING_OFFER_CLOSED',
      amount: 'STAKING_AMOUNT',
      soldOut: 'STAKING_SOLD_OUT',
      userLimit: 'STAKING_USER_LIMIT',
      poolEmpty: 'STAKING_POOL_EMPTY',
      ended: 'STAKING_ORDER_ENDED',
    },
    offered({ closesMs: _, ...offer }, reason) {
      tape.note({ type: 'stakingOffered', ...offer, reason });
    },
    offerClosed(offerId, closesMs, reason) {
      tape.note({ type: 'stakingOfferClosed', offerId, closesMs, reason });
    },
    funded({ assetId, fromUserId }, { before, after }, reason) {
      tape.note({ type: 'stakingFunded', assetId, before, after, fromUserId, reason });
    },
    subscribed: (order, poolFree) => tape.note({ type: 'stakingSubscribed', ...order, poolFree }),
    ended: (end, poolFree) => tape.note({ type: 'stakingEnded', ...end, poolFree }),
    renewalSet({ orderId, userId, autoRenew }) {
      tape.note({ type: 'stakingRenewalSet', orderId, userId, autoRenew });
    },
  };
}

/**
 * Staking: orders with a cycle at a fixed daily rate. The whole interest is set aside from a visible pool when an order
 * begins; an offer never changes, and no command reaches an order but its owner's.
 */
class StakingProduct implements Product {
  readonly name = 'staking';
  readonly handlers: CommandHandlers<StakingCommand>;
  readonly view: StakingView;
  private readonly fixed: FixedOrders;

  constructor({ state, products }: ProductContext) {
    const fixed = new FixedOrders(state, products, wordsOf(state));
    const { book } = fixed;
    this.fixed = fixed;
    this.handlers = {
      offerStaking: {
        keepsDue: true,
        perform: (_, { opensMs, reason, ...terms }) => fixed.offer(terms, opensMs, reason),
      },
      closeStakingOffer: {
        keepsDue: true,
        perform: (_, { offerId, closesMs, reason }) => fixed.close(offerId, closesMs, reason),
      },
      fundStaking: { keepsDue: true, perform: (_, command) => fixed.fund(command, command.reason) },
      subscribeStaking: {
        perform: (userId, { offerId, amount, autoRenew }) =>
          fixed.subscribe(userId, offerId, amount, autoRenew),
      },
      redeemStaking: { perform: (userId, { orderId }) => fixed.redeem(userId, orderId) },
      setStakingRenewal: {
        keepsDue: true,
        perform: (userId, { orderId, autoRenew }) => fixed.setRenewal(userId, orderId, autoRenew),
      },
    };
    this.view = {
      offers: () => [...book.offers.values()].map((offer) => book.view(offer)),
      offer(offerId) {
        const offer = book.offers.get(offerId);
        return offer === undefined ? null : book.view(offer);
      },
      pools: () => fixed.pools(),
      orders: (userId) => book.ordersOf(userId),
      order: (orderId) => book.order(orderId) ?? null,
    };
  }

  nextDueMs(): number {
    return this.fixed.nextDueMs();
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    this.fixed.settle(nowMs, slice);
  }

  onTimeOf(userId: number, nowMs: number): void {
    this.fixed.settleOf(userId, nowMs);
  }

  audit(): void {
    auditFixed(this.fixed);
  }

  write(writer: ByteWriter): void {
    writeFixed(writer, this.fixed.book);
  }

  read(reader: ByteReader): void {
    readFixed(reader, this.fixed.book);
  }
}

/** Staking, as the list of products names it. */
export const staking = productRoom('staking', stakingCodecs, (context) => new StakingProduct(context));
