import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  EntryEvent,
  Gear,
  KernelView,
  MiningAddressMovedEvent,
  MiningClaimedEvent,
  MiningLockedEvent,
  MiningMoveAskedEvent,
  MiningUnlockedEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { ETH, USDT } from '../world.ts';
import { Mine } from './mining-oracle.ts';
import { MINING_PLANTS } from './mining-plants.ts';
import { MinersRewards, posts, REWARDS } from './mining-rewards.ts';

const POOL = -27;
const ESCROW = -28;
const COIN = 100_000_000n;
const DAY = 86_400n * 1_000_000n;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
const REASON = 'What the pool can bear';
const COINS = [ETH, USDT] as const;
/** Numbers of withdrawals that nobody else uses. */
const FIRST_WITHDRAWAL = 50_000_000;
/** Addresses of no user's number. */
const FIRST_OTHER = 1_000_000;

type Move = MiningLockedEvent | MiningUnlockedEvent | MiningClaimedEvent;

const addressOf = (userId: number) => `0x${userId.toString(16).padStart(40, '0')}`;
/** Gears from so many hundredths of a coin on. */
const gears = (...steps: readonly (readonly [number, number])[]): Gear[] =>
  steps.map(([hundredths, dailyPpm]) => ({
    minAmount: ((BigInt(hundredths) * COIN) / 100n) as Amount,
    dailyPpm,
  }));

/** Mining: seconds are given to everybody in turn (`mining-oracle.ts`), and rewards are followed to the address that joined. */
class Mining implements SimProduct {
  readonly weight = 14;
  private readonly exchange: Exchange;
  private readonly mines = new Map<number, Mine>();
  private readonly addresses = new Map<number, string>();
  private readonly taken = new Set<string>();
  /** By user: another address that waits, and since when. */
  private readonly waiting = new Map<number, { readonly address: string; readonly sinceMs: number }>();
  private readonly rewards = new MinersRewards(this.addresses);
  private lastNo = FIRST_WITHDRAWAL;
  private nowMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    const { users } = this.exchange;
    return [
      ...users.slice(0, 4).map((userId) => join(userId, addressOf(userId))),
      { type: 'setMiningTerms', assetId: ETH, gears: gears([10, 3_000], [100, 6_000], [500, 10_000]) },
      { type: 'setMiningTerms', assetId: USDT, gears: gears([10_000, 9_000]) },
      fund(ETH, 20_000n),
      fund(USDT, 20_000_000n),
    ];
  }

  act(): Act {
    const { random, users } = this.exchange;
    const members = [...this.addresses.keys()];
    const userId = members.length > 0 && random.chance(0.85) ? random.pick(members) : random.pick(users);
    const assetId = random.pick(COINS);
    const quote = this.rewards.quotes.get(userId);
    if (quote !== undefined && random.chance(0.4)) {
      const swapId = random.chance(0.1) ? quote.swapId - 1 : quote.swapId;
      return { userId, body: { type: 'convertMiningRewards', swapId } };
    }
    if (random.chance(0.35)) return { userId: 0, body: this.system(userId) };
    const rich = users.filter((each) => this.rewards.of(each, assetId) > 1_000n);
    if (rich.length > 0 && random.chance(0.25)) {
      const owner = random.pick(rich);
      return { userId: owner, body: this.quote(owner, assetId) };
    }
    const holds = this.mine(assetId).miner(userId).held > 0n;
    const acts = [() => this.lock(userId, assetId), () => this.quote(userId, assetId)];
    const more = [() => this.unlock(userId, assetId), () => this.claim(assetId), () => this.claim(assetId)];
    return { userId, body: random.pick(holds || random.chance(0.2) ? [...acts, ...more] : [acts[0]!])() };
  }

  private claim(assetId: number): Command {
    return { type: 'claimMining', assetId };
  }

  private lock(userId: number, assetId: number): Command {
    const { random, ledger } = this.exchange;
    const mine = this.mine(assetId);
    const held = mine.miner(userId).held;
    const gear = mine.gears.length === 0 ? null : random.pick(mine.gears);
    // often to the amount of a gear, to the unit
    const exact = gear !== null && gear.minAmount > held ? gear.minAmount - held : 0n;
    const share = (ledger.available(userId, assetId) * BigInt(random.int(1, 300))) / 1_000n;
    const amount = exact > 0n && random.chance(0.5) ? exact : share;
    // now and then by the gears of before
    const termsNo = mine.termsNo > 1 && amount % 16n === 7n ? mine.termsNo - 1 : mine.termsNo;
    return { type: 'lockMining', assetId, amount: amount as Amount, termsNo };
  }

  private unlock(userId: number, assetId: number): Command {
    const { random } = this.exchange;
    const { held } = this.mine(assetId).miner(userId);
    const amount = random.pick([held, held + 1n, 1n, (held * BigInt(random.int(1, 999))) / 1_000n]);
    return { type: 'unlockMining', assetId, amount: amount as Amount };
  }

  private quote(userId: number, fromAssetId: number): Command {
    const { random } = this.exchange;
    const own = this.rewards.of(userId, fromAssetId);
    const amount = (random.chance(0.1) ? own + 1n : own === 0n ? 5_000n : own) as Amount;
    const toAssetId = fromAssetId === ETH ? USDT : ETH;
    return { type: 'quoteMiningRewards', fromAssetId, toAssetId, amount };
  }

  private system(userId: number): Command {
    const { random, users } = this.exchange;
    const assetId = random.pick(COINS);
    const act = random.int(0, 9);
    if (act < 5) {
      const rich = users.filter((each) => this.rewards.of(each, assetId) > 10n);
      return this.withdrawal(rich.length > 0 ? random.pick(rich) : userId, assetId);
    }
    if (act < 7) {
      const strangers = users.filter((each) => !this.addresses.has(each));
      const who = strangers.length > 0 ? random.pick(strangers) : userId;
      const address = addressOf(random.chance(0.5) ? random.pick(users) : who);
      // once all have joined, some join from another address
      if (strangers.length === 0 && this.nowMs % 2 === 1) return this.other(userId);
      return join(who, address);
    }
    if (act < 9) return fund(assetId, BigInt(random.int(1, 20)) * (assetId === ETH ? 2_000n : 2_000_000n));
    return this.terms(assetId);
  }

  /** Asks for another address, joins with it early or late, or cancels it. */
  private other(userId: number): Command {
    const { random } = this.exchange;
    // whoever waits longest is likeliest to be over
    const [longest = userId] = this.waiting.keys();
    const accountUserId = random.chance(0.5) ? longest : userId;
    const address = this.waiting.get(accountUserId)?.address ?? addressOf(FIRST_OTHER + this.taken.size);
    if (!this.waiting.has(accountUserId)) return { type: 'askMiningMove', accountUserId, address };
    const type = random.chance(0.05) ? 'cancelMiningMove' : 'moveMining';
    return { type, accountUserId, address };
  }

  private terms(assetId: number): Command {
    const { random } = this.exchange;
    const effectiveMs = Math.ceil((this.nowMs + 86_400_000) / MINUTE_MS + random.int(0, 60)) * MINUTE_MS;
    const steps =
      assetId === ETH
        ? gears(
            [random.int(5, 50), random.int(1_000, 4_000)],
            [random.int(60, 300), random.int(5_000, 10_000)],
          )
        : gears([random.int(1_000, 30_000), random.int(1_000, 10_000)]);
    const change = { type: 'setMiningTerms', assetId, gears: steps } as const;
    return random.chance(0.3) ? change : { type: 'scheduleChange', effectiveMs, reason: REASON, change };
  }

  private withdrawal(userId: number, assetId: number): Command {
    const { random } = this.exchange;
    const own = this.rewards.of(userId, assetId);
    const fee = (own > 10n ? 7n : 0n) as Amount;
    const all = random.chance(0.1) ? own + 1n : own;
    const withdrawalNo = random.chance(0.1) ? this.lastNo : ++this.lastNo;
    const address = addressOf(random.chance(0.3) ? userId + 1 : userId);
    const amount = (all - fee) as Amount;
    return {
      type: 'withdrawMiningRewards',
      withdrawalNo,
      accountUserId: userId,
      assetId,
      amount,
      fee,
      address,
    };
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, events } = command;
    this.nowMs = envelope.timeMs;
    let entry: EntryEvent | null = null;
    for (const event of events) {
      if (event.type === 'entry' && event.kind.startsWith('mining-')) {
        entry = event;
        this.passAt(event);
        for (const { account, assetId, balance } of event.postings)
          if (account === POOL) this.mine(assetId).pool = balance;
      } else if (event.type === 'miningTermsSet') {
        const mine = this.mine(event.assetId);
        if (mine.termsNo === 0) mine.second = Math.floor(this.nowMs / 1_000);
        this.quietPass(event.assetId);
        mine.termsNo += 1;
        mine.gears = event.gears;
        const isNext = event.termsNo === mine.termsNo && event.beganMs === this.nowMs;
        must(isNext, 'gears begin when they are told', () => words(event));
      } else if (event.type === 'miningPoolEnded') this.ended(event.assetId, event.endSecond, event);
      else if (event.type === 'miningFunded') {
        const mine = this.mine(event.assetId);
        must(event.after === mine.pool, 'a funding is that of its entry', () => words(event));
        if (event.after > event.before && mine.paysOn()) mine.endedAt = null;
      } else if (event.type === 'miningJoined') this.joined(event.userId, event.address);
      else if (event.type === 'miningMoveAsked') this.moveAsked(event);
      else if (event.type === 'miningMoveCancelled') this.waiting.delete(event.userId);
      else if (event.type === 'miningAddressMoved') this.addressMoved(event);
      else if (
        event.type === 'miningLocked' ||
        event.type === 'miningUnlocked' ||
        event.type === 'miningClaimed'
      )
        this.moved(event, entry, command);
      else this.rewards.onEvent(event, entry, command);
    }
    for (const assetId of COINS) {
      const { ledger } = this.exchange;
      const mine = this.mine(assetId);
      must(
        ledger.total(ESCROW, assetId) === mine.held(),
        'the escrow holds what is locked',
        () => `${assetId}`,
      );
      must(mine.earned() <= mine.pool * DAY, 'the pool covers what is earned', () =>
        words([assetId, mine.pool]),
      );
      const own = this.rewards.total(assetId);
      const kept = ledger.total(REWARDS, assetId);
      must(kept === own, 'the account of rewards holds what users have', () => words([assetId, kept, own]));
    }
  }

  /** Before an entry changes a pool, time passes with what it held. */
  private passAt({ kind, postings }: EntryEvent): void {
    if (kind === 'mining-converted' || kind === 'mining-withdrawn' || kind === 'mining-returned') return;
    this.quietPass(postings[0]!.assetId);
  }

  /** Lets time pass in which no pool may end: users are notified of an end first. */
  private quietPass(assetId: number): void {
    const mine = this.mine(assetId);
    const end = mine.pass(Math.floor(this.nowMs / 1_000)) ?? mine.untold;
    must(end === null, 'a pool ends at its second', () => words([assetId, end]));
  }

  private ended(assetId: number, endSecond: number, told: unknown): void {
    const mine = this.mine(assetId);
    const end = mine.pass(Math.floor(this.nowMs / 1_000)) ?? mine.untold;
    mine.untold = null;
    must(end === endSecond, 'a pool ends at its second', () => words([end, told]));
  }

  private joined(userId: number, address: string): void {
    must(!this.addresses.has(userId), 'a user joins once', () => words([userId, address]));
    this.takes(userId, address);
  }

  private moveAsked({ userId, address, opensMs }: MiningMoveAskedEvent): void {
    must(this.addresses.has(userId) && opensMs === this.nowMs + WEEK_MS, 'another address waits a week', () =>
      words([userId, address, opensMs]),
    );
    this.waiting.delete(userId);
    this.waiting.set(userId, { address, sinceMs: this.nowMs });
  }

  private addressMoved({ userId, before, address }: MiningAddressMovedEvent): void {
    const waiting = this.waiting.get(userId);
    this.waiting.delete(userId);
    const isOver = waiting?.address === address && this.nowMs >= waiting.sinceMs + WEEK_MS;
    must(isOver, 'another address waits a week', () => words([userId, address, waiting]));
    must(this.addresses.get(userId) === before, 'a member leaves the own address', () =>
      words([userId, before]),
    );
    this.takes(userId, address);
  }

  private takes(userId: number, address: string): void {
    must(!this.taken.has(address), 'an address joins once', () => words([userId, address]));
    this.taken.add(address);
    this.addresses.set(userId, address);
  }

  private moved(event: Move, entry: EntryEvent | null, { envelope, outcome }: AppliedCommand): void {
    const { userId, assetId, amount, moveId } = event;
    const { body } = envelope;
    const isAsked =
      (body.type === 'lockMining' || body.type === 'unlockMining' || body.type === 'claimMining') &&
      outcome.ok &&
      envelope.userId === userId &&
      body.assetId === assetId &&
      (body.type === 'claimMining' || body.amount === amount);
    must(isAsked && this.addresses.has(userId), 'a movement is a member’s own', () => words([body, event]));
    const mine = this.mine(assetId);
    const miner = mine.miner(userId);
    const isSame = event.held === miner.held && event.earned === miner.earned;
    must(isSame, 'earnings are reckoned second by second', () => words([event, miner]));
    if (event.type === 'miningClaimed') {
      const units = mine.claim(userId);
      must(amount === units && units > 0n, 'a claim pays whole units', () => words([event, miner]));
      must(event.rest === miner.earned, 'a claim keeps its fraction', () => words([event, miner]));
      this.rewards.add(userId, assetId, units, event.rewards);
      posts(entry, moveId, [
        [POOL, assetId, -amount],
        [REWARDS, assetId, amount],
      ]);
      return;
    }
    const change = event.type === 'miningLocked' ? amount : (-amount as bigint);
    miner.held += change;
    must(event.heldAfter === miner.held && miner.held >= 0n, 'a movement changes what is held', () =>
      words(event),
    );
    const lowest = mine.gears[0]?.minAmount;
    if (change > 0n) {
      const isTaken = lowest !== undefined && miner.held >= lowest && mine.endedAt === null;
      must(isTaken, 'a lock earns from its second on', () => words(event));
      const isAccepted = event.type === 'miningLocked' && event.termsNo === mine.termsNo;
      must(isAccepted, 'a lock is by the gears that its owner accepted', () => words(event));
    }
    posts(entry, moveId, [
      [userId, assetId, -change],
      [ESCROW, assetId, change],
    ]);
  }

  scan(view: KernelView): void {
    const { users } = this.exchange;
    must(view.mining.participants() === this.addresses.size, 'members are visible', () =>
      words([...this.addresses]),
    );
    for (const assetId of COINS) {
      const mine = this.mine(assetId);
      // what is due in one instant is done in slices: an end may be seen before it is told
      mine.untold = mine.pass(Math.floor(view.timeMs / 1_000)) ?? mine.untold;
      const { held, pool, owed, isEnded, termsNo } = view.mining.stream(assetId)!;
      const due = [
        mine.held(),
        mine.pool,
        (mine.earned() + DAY - 1n) / DAY,
        mine.endedAt !== null,
        mine.termsNo,
      ];
      const seen = [held, pool, owed, isEnded, termsNo];
      must(words(seen) === words(due), 'a stream is visible', () => words([assetId, seen, due]));
    }
    for (const userId of users) {
      for (const position of view.mining.positions(userId)) {
        const miner = this.mine(position.assetId).miner(userId);
        const isSame = position.held === miner.held && position.earned === miner.earned;
        must(isSame && position.claimed === miner.claimed, 'a position is visible', () =>
          words([position, miner]),
        );
      }
      for (const { assetId, amount } of view.mining.rewards(userId))
        must(amount === this.rewards.of(userId, assetId), 'rewards are visible', () =>
          words([userId, assetId, amount]),
        );
      must(view.mining.addressOf(userId) === (this.addresses.get(userId) ?? ''), 'members are visible', () =>
        words(userId),
      );
    }
  }

  private mine(assetId: number): Mine {
    let mine = this.mines.get(assetId);
    if (mine === undefined) {
      mine = new Mine();
      this.mines.set(assetId, mine);
    }
    return mine;
  }
}

function join(accountUserId: number, address: string): Command {
  return { type: 'joinMining', accountUserId, address };
}

function fund(assetId: number, amount: bigint): Command {
  return { type: 'fundMining', assetId, amount: amount as Amount, fromUserId: 0, reason: REASON };
}

export const mining: ProductModule = {
  name: 'mining',
  create: (exchange) => new Mining(exchange),
  wanted: [
    'joinMining ok',
    'joinMining MINING_JOINED',
    'joinMining MINING_ADDRESS_TAKEN',
    'fundMining ok',
    'lockMining ok',
    'lockMining MINING_NOT_JOINED',
    'lockMining MINING_AMOUNT',
    'lockMining MINING_TERMS_CHANGED',
    'lockMining MINING_POOL_EMPTY',
    'unlockMining ok',
    'unlockMining MINING_NOT_LOCKED',
    'claimMining ok',
    'claimMining MINING_NOTHING_EARNED',
    'setMiningTerms NOT_PERMITTED',
    'quoteMiningRewards ok',
    'quoteMiningRewards MINING_REWARDS',
    'convertMiningRewards ok',
    'convertMiningRewards SWAP_QUOTE_ENDED',
    'withdrawMiningRewards ok',
    'withdrawMiningRewards MINING_ADDRESS',
    'withdrawMiningRewards MINING_REWARDS',
    'entry mining-returned',
  ],
  plants: MINING_PLANTS,
};
