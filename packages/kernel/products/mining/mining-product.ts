import type { Amount } from '@candor/money';
import { TERMS_NOTICE_MS } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, number, record, text } from '../../codec/fields.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import { auditStreams } from '../../earn/streamed-audit.ts';
import { readStreams, writeStreams } from '../../earn/streamed-section.ts';
import { Streams, type StreamWords } from '../../earn/streams.ts';
import type { Outcome } from '../../events.ts';
import { MINING_ESCROW, MINING_POOL, MINING_REWARDS } from '../../ledger/accounts.ts';
import { refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { auditMining } from './audit.ts';
import {
  type Member,
  MiningBooks,
  type RewardsWithdrawal,
  type SavedRewards,
  type WaitingMove,
} from './books.ts';
import { miningCodecs } from './codec.ts';
import type { LockMining, MiningCommand } from './commands.ts';
import { Rewards } from './rewards.ts';
import type { MiningView } from './view.ts';

const members = list(record<Member>({ userId: number, address: text }));
const waitingMoves = list(record<WaitingMove>({ userId: number, address: text, opensMs: count }));
const rewardsList = list(record<SavedRewards>({ userId: number, assetId: count, amount: big }));
const withdrawals = list(
  record<RewardsWithdrawal>({ withdrawalNo: count, userId: number, assetId: count, amount: big }),
);

function wordsOf({ tape }: State, books: MiningBooks): StreamWords {
  return {
    noticeSeconds: TERMS_NOTICE_MS.setMiningTerms / 1_000,
    pool: MINING_POOL,
    escrow: MINING_ESCROW,
    claims: MINING_REWARDS,
    entries: {
      locked: 'mining-locked',
      unlocked: 'mining-unlocked',
      claimed: 'mining-claimed',
      funding: 'mining-funding',
    },
    refusals: {
      closed: 'MINING_CLOSED',
      terms: 'MINING_TERMS_CHANGED',
      amount: 'MINING_AMOUNT',
      notLocked: 'MINING_NOT_LOCKED',
      poolEmpty: 'MINING_POOL_EMPTY',
      nothingEarned: 'MINING_NOTHING_EARNED',
    },
    termsSet: (assetId, version) => tape.note({ type: 'miningTermsSet', assetId, ...version }),
    funded({ assetId, fromUserId }, { before, after }, owed, seconds, reason) {
      tape.note({ type: 'miningFunded', assetId, before, after, owed, fromUserId, reason, seconds });
    },
    ended: (end) => tape.note({ type: 'miningPoolEnded', ...end }),
    locked: (move, heldAfter, termsNo) => tape.note({ type: 'miningLocked', ...move, heldAfter, termsNo }),
    unlocked: (move, heldAfter) => tape.note({ type: 'miningUnlocked', ...move, heldAfter }),
    claimed(claim) {
      const rewards = books.addRewards(claim.userId, claim.assetId, claim.amount) as Amount;
      tape.note({ type: 'miningClaimed', ...claim, rewards });
    },
  };
}

/**
 * Mining: who has joined locks coins, which earn by the second out of a visible pool at the published rate of their gear.
 * Joining moves nothing and asks for no allowance; unlocking is always open; rewards leave for the joined address alone.
 */
class MiningProduct implements Product {
  readonly name = 'mining';
  readonly handlers: CommandHandlers<MiningCommand>;
  readonly view: MiningView;
  private readonly state: State;
  private readonly books = new MiningBooks();
  private readonly streams: Streams;

  constructor({ state, products, ports }: ProductContext) {
    const { books } = this;
    const streams = new Streams(state, products, wordsOf(state, books));
    const rewards = new Rewards(state, books, ports);
    ports.withdrawalOwner = rewards;
    this.state = state;
    this.streams = streams;
    this.handlers = {
      setMiningTerms: {
        problem: (command) => streams.termsProblem(command),
        isAnnounced: ({ assetId }) => streams.all.has(assetId),
        perform: (_, command) => streams.setTerms(command),
      },
      openMining: {
        perform: (_, command) => (streams.all.size > 0 ? refuse('NOT_PERMITTED') : streams.setTerms(command)),
      },
      fundMining: { perform: (_, command) => streams.fund(command, command.reason) },
      joinMining: { keepsDue: true, perform: (_, command) => rewards.join(command) },
      askMiningMove: { keepsDue: true, perform: (_, command) => rewards.askMove(command) },
      cancelMiningMove: { keepsDue: true, perform: (_, command) => rewards.cancelMove(command) },
      moveMining: { keepsDue: true, perform: (_, command) => rewards.move(command) },
      lockMining: { perform: (userId, command) => this.lock(userId, command) },
      unlockMining: { perform: (userId, { assetId, amount }) => streams.unlock(userId, assetId, amount) },
      claimMining: { perform: (userId, { assetId }) => streams.claim(userId, assetId) },
      quoteMiningRewards: { keepsDue: true, perform: (userId, command) => rewards.quote(userId, command) },
      convertMiningRewards: {
        keepsDue: true,
        perform: (userId, command) => rewards.convert(userId, command),
      },
      withdrawMiningRewards: { keepsDue: true, perform: (_, command) => rewards.withdraw(command) },
    };
    this.view = {
      participants: () => books.members.size,
      streams: () => streams.views(),
      stream: (assetId) => streams.view(assetId),
      versions: (assetId) => [...(streams.all.get(assetId)?.versions ?? [])],
      addressOf: (userId) => books.members.get(userId) ?? '',
      waitingMove: (userId) => rewards.waitingMove(userId),
      userOf: (address) => books.userOf(address),
      positions: (userId) => streams.positionsOf(userId),
      rewards: (userId) =>
        books.rewardsOfUser(userId).map(({ assetId, amount }) => ({ assetId, amount: amount as Amount })),
      openWithdrawals: (userId) =>
        [...books.withdrawals.values()]
          .filter((withdrawal) => withdrawal.userId === userId)
          .map((withdrawal) => ({ ...withdrawal, amount: withdrawal.amount as Amount })),
    };
  }

  nextDueMs(): number {
    return this.streams.nextDueMs();
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    this.streams.settle(nowMs, slice);
  }

  audit(): void {
    auditStreams(this.streams);
    auditMining(this.state, this.books);
  }

  write(writer: ByteWriter): void {
    const { books, streams } = this;
    writeStreams(writer, streams.all);
    members.write(
      writer,
      [...books.members].map(([userId, address]) => ({ userId, address })),
    );
    members.write(writer, books.former);
    waitingMoves.write(writer, [...books.waiting.values()]);
    rewardsList.write(writer, books.savedRewards());
    withdrawals.write(writer, [...books.withdrawals.values()]);
  }

  read(reader: ByteReader): void {
    const { books, streams } = this;
    readStreams(reader, streams.all);
    for (const member of members.read(reader)) books.join(member);
    for (const member of members.read(reader)) books.leave(member);
    for (const move of waitingMoves.read(reader)) books.waiting.set(move.userId, move);
    for (const { userId, assetId, amount } of rewardsList.read(reader))
      books.addRewards(userId, assetId, amount);
    for (const withdrawal of withdrawals.read(reader))
      books.withdrawals.set(withdrawal.withdrawalNo, withdrawal);
  }

  private lock(userId: number, { assetId, amount, termsNo }: LockMining): Outcome {
    if (!this.books.members.has(userId)) return refuse('MINING_NOT_JOINED');
    return this.streams.lock(userId, assetId, amount, termsNo);
  }
}

/** Mining, as the list of products names it. */
export const mining = productRoom('mining', miningCodecs, (context) => new MiningProduct(context));
