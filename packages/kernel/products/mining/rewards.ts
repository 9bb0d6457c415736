import type { Amount } from '@candor/money';
import { MINING_WALLET_WAIT_MS } from '@candor/products';
import type { Outcome } from '../../events.ts';
import { MINING_REWARDS } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { DONE, refuse, swapDone } from '../../outcome.ts';
import type { Ports } from '../../ports.ts';
import type { State } from '../../state.ts';
import type { SwapDesk } from '../../swap-desk.ts';
import type { WithdrawalDesk, WithdrawalOwner } from '../../withdrawal-desk.ts';
import type { MiningBooks } from './books.ts';
import type {
  AskMiningMove,
  CancelMiningMove,
  ConvertMiningRewards,
  JoinMining,
  MoveMining,
  QuoteMiningRewards,
  WithdrawMiningRewards,
} from './commands.ts';
import type { WaitingMiningMove } from './view.ts';

const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Rewards: claimed coins that are their user's alone, kept apart from the wallets. They are converted by the swaps' quotes
 * and leave by the withdrawals' ordinary way, for the address alone that their user joined with.
 */
export class Rewards implements WithdrawalOwner {
  private readonly state: State;
  private readonly books: MiningBooks;
  private readonly swaps: SwapDesk;
  private readonly custody: WithdrawalDesk;

  constructor(state: State, books: MiningBooks, { swapDesk, withdrawalDesk }: Ports) {
    this.state = state;
    this.books = books;
    this.swaps = swapDesk!;
    this.custody = withdrawalDesk!;
  }

  /** Opens mining to a user, for ever: neither the user nor the address joins again. */
  join({ accountUserId: userId, address }: JoinMining): Outcome {
    const { state, books } = this;
    if (typeof address !== 'string' || !ADDRESS.test(address)) return refuse('INVALID_COMMAND');
    const account = userId > 0 ? state.accounts.find(userId) : 0;
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    if (state.accounts.house[account] === 1) return refuse('NOT_PERMITTED');
    if (books.members.has(userId)) return refuse('MINING_JOINED');
    if (books.userOf(address) !== 0) return refuse('MINING_ADDRESS_TAKEN');
    books.join({ userId, address });
    state.tape.note({ type: 'miningJoined', userId, address });
    return DONE;
  }

  /** Begins a member's week of waiting for another address: one that waited before is replaced. */
  askMove({ accountUserId: userId, address }: AskMiningMove): Outcome {
    const { state, books } = this;
    if (typeof address !== 'string' || !ADDRESS.test(address)) return refuse('INVALID_COMMAND');
    if (!books.members.has(userId)) return refuse('MINING_NOT_JOINED');
    if (books.userOf(address) !== 0) return refuse('MINING_ADDRESS_TAKEN');
    const move = { userId, address, opensMs: state.timeMs + MINING_WALLET_WAIT_MS };
    books.waiting.set(userId, move);
    state.tape.note({ type: 'miningMoveAsked', ...move });
    return DONE;
  }

  cancelMove({ accountUserId: userId, address }: CancelMiningMove): Outcome {
    const { state, books } = this;
    if (books.waiting.get(userId)?.address !== address) return refuse('MINING_WALLET_WAITS');
    books.waiting.delete(userId);
    state.tape.note({ type: 'miningMoveCancelled', userId, address });
    return DONE;
  }

  waitingMove(userId: number): WaitingMiningMove | null {
    const move = this.books.waiting.get(userId);
    if (move === undefined) return null;
    const { address, opensMs } = move;
    return { address, opensMs, isOpen: opensMs <= this.state.timeMs };
  }

  /**
   * Joins a member with another address in place of the earlier one, a week after it was asked for: neither the server nor an
   * operator can shorten that. Open withdrawals go where they were asked to.
   */
  move({ accountUserId: userId, address }: MoveMining): Outcome {
    const { state, books } = this;
    if (typeof address !== 'string' || !ADDRESS.test(address)) return refuse('INVALID_COMMAND');
    const before = books.members.get(userId);
    if (before === undefined) return refuse('MINING_NOT_JOINED');
    const isTaken = books.userOf(address) !== 0;
    if (isTaken) return refuse('MINING_ADDRESS_TAKEN');
    const waiting = this.waitingMove(userId);
    if (waiting?.address !== address || !waiting.isOpen) return refuse('MINING_WALLET_WAITS');
    books.move({ userId, address });
    state.tape.note({ type: 'miningAddressMoved', userId, before, address });
    return DONE;
  }

  quote(userId: number, { fromAssetId, toAssetId, amount }: QuoteMiningRewards): Outcome {
    const available = this.books.rewardsOf(userId, fromAssetId);
    const quote = this.swaps.quote(userId, fromAssetId, toAssetId, amount, available);
    if (quote === 'INSUFFICIENT_BALANCE') return refuse('MINING_REWARDS');
    return typeof quote === 'string' ? refuse(quote) : swapDone(quote.swapId);
  }

  /** Converts by an open quote: what arrives are rewards too, and nothing of it was ever in a wallet. */
  convert(userId: number, { swapId }: ConvertMiningRewards): Outcome {
    const { state, books, swaps } = this;
    const quote = swaps.takeable(userId, swapId, (assetId) => books.rewardsOf(userId, assetId));
    if (quote === 'INSUFFICIENT_BALANCE') return refuse('MINING_REWARDS');
    if (typeof quote === 'string') return refuse(quote);
    const { from, to, amount, arrives } = quote;
    const house = swaps.take(quote);
    const account = this.account();
    postEntry(state, 'mining-converted', { tradeId: 0, orderId: swapId }, [
      { account, assetId: from.assetId, amount: -amount },
      { account: house, assetId: from.assetId, amount },
      { account: house, assetId: to.assetId, amount: -arrives },
      { account, assetId: to.assetId, amount: arrives },
    ]);
    const fromRewards = books.addRewards(userId, from.assetId, -amount) as Amount;
    const toRewards = books.addRewards(userId, to.assetId, arrives) as Amount;
    state.tape.note({ type: 'miningConverted', ...quote, fromRewards, toRewards });
    return swapDone(swapId);
  }

  /** Moves rewards to the spot wallet and holds them there for their withdrawal: nothing is free in between. */
  withdraw(command: WithdrawMiningRewards): Outcome {
    const { state, books, custody } = this;
    const { withdrawalNo, accountUserId: userId, assetId, amount, fee, address } = command;
    const joined = books.members.get(userId);
    if (joined === undefined) return refuse('MINING_NOT_JOINED');
    if (joined !== address) return refuse('MINING_ADDRESS');
    const all = (amount + fee) as Amount;
    const problem = custody.problem(command, all);
    if (problem !== null) return refuse(problem);
    if (books.rewardsOf(userId, assetId) < all) return refuse('MINING_REWARDS');
    postEntry(state, 'mining-withdrawn', { tradeId: 0, orderId: withdrawalNo }, [
      { account: this.account(), assetId, amount: -all },
      { account: state.accounts.find(userId), assetId, amount: all },
    ]);
    const rewards = books.addRewards(userId, assetId, -all) as Amount;
    books.withdrawals.set(withdrawalNo, { withdrawalNo, userId, assetId, amount: all });
    const facts = { withdrawalNo, userId, assetId, amount: all, address };
    state.tape.note({ type: 'miningWithdrawn', ...facts, rewards });
    custody.request(command);
    return DONE;
  }

  owns(withdrawalNo: number): boolean {
    return this.books.withdrawals.has(withdrawalNo);
  }

  /** Takes back what is free of a withdrawal that was not paid. */
  ended(withdrawalNo: number, freed: bigint): void {
    const { state, books } = this;
    const { userId, assetId } = books.withdrawals.get(withdrawalNo)!;
    books.withdrawals.delete(withdrawalNo);
    if (freed === 0n) return;
    postEntry(state, 'mining-returned', { tradeId: 0, orderId: withdrawalNo }, [
      { account: state.accounts.find(userId), assetId, amount: -freed },
      { account: this.account(), assetId, amount: freed },
    ]);
    const rewards = books.addRewards(userId, assetId, freed) as Amount;
    const facts = { withdrawalNo, userId, assetId, amount: freed as Amount };
    state.tape.note({ type: 'miningReturned', ...facts, rewards });
  }

  private account(): number {
    return this.state.accounts.ensureNamed(MINING_REWARDS);
  }
}
