import type { Amount } from '@candor/money';
import { isAgentShare, isReferralTerms, type ReferralTerms, TERMS_NOTICE_MS } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, record } from '../../codec/fields.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import { isNamedTime } from '../../earn/offers.ts';
import type { Outcome } from '../../events.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import { isReason } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { AgentShare } from './agents.ts';
import { auditReferral } from './audit.ts';
import { Books } from './books.ts';
import { referralCodecs, shares } from './codec.ts';
import type { EndReferral, ReferralCommand, SetAgent, SetReferralTerms, SetReferrer } from './commands.ts';
import type { ReferralView } from './view.ts';

interface Invited {
  readonly account: number;
  readonly inviter: number;
}

interface Rests {
  readonly account: number;
  readonly assetId: number;
  readonly millionths: readonly bigint[];
}

interface SavedCharged {
  readonly sharesPpm: readonly number[];
  readonly inviters: readonly number[];
  readonly fees: bigint;
}

/** One of the queue of payments. */
interface Waiting {
  readonly account: number;
  readonly assetId: number;
  readonly day: number;
  readonly charged: readonly SavedCharged[];
}

interface SavedSums {
  readonly assetId: number;
  readonly fees: bigint;
  readonly accrued: bigint;
  readonly paid: bigint;
}

interface SavedAgent {
  readonly account: number;
  readonly sharePpm: number;
  /** 0 where none follows. */
  readonly nextMs: number;
  readonly nextPpm: number;
}

/** Agents are counted when the next share is looked for. */
const MAX_AGENTS = 10_000;

const terms = record<ReferralTerms>({ sharesPpm: shares, capPpm: count });
const invited = list(record<Invited>({ account: count, inviter: count }));
const agents = list(record<SavedAgent>({ account: count, sharePpm: count, nextMs: count, nextPpm: count }));
const rests = list(record<Rests>({ account: count, assetId: count, millionths: list(big) }));
const waiting = list(
  record<Waiting>({
    account: count,
    assetId: count,
    day: count,
    charged: list(record<SavedCharged>({ sharesPpm: list(count), inviters: list(count), fees: big })),
  }),
);
const closed = list(count);
const sums = list(record<SavedSums>({ assetId: count, fees: big, accrued: big, paid: big }));

/**
 * Referral: whoever invited a user gets a published share of the trading fees that the user pays, and so do the two
 * inviters above, and an agent above them an own share within the same cap. It comes out of the house's part of the fees;
 * the safety fund's part stays whole. A UTC day's shares are paid when the day is over.
 */
class ReferralProduct implements Product {
  readonly name = 'referral';
  readonly handlers: CommandHandlers<ReferralCommand>;
  readonly view: ReferralView;
  private readonly books: Books;
  private readonly accounts: Accounts;
  /** Time at which the next share of an agent counts. */
  private nextAgentMs = Number.POSITIVE_INFINITY;

  constructor({ state }: ProductContext) {
    const books = new Books(state);
    const { accounts } = state;
    this.books = books;
    this.accounts = accounts;
    this.handlers = {
      setReferralTerms: {
        keepsDue: true,
        problem: (command) => (isReferralTerms(command) ? null : 'INVALID_COMMAND'),
        perform: (_, command) => this.setTerms(command),
      },
      setReferrer: { keepsDue: true, perform: (_, command) => this.setReferrer(command) },
      setAgent: { perform: (_, command) => this.setAgent(command) },
      endReferral: { keepsDue: true, perform: (_, command) => this.endReferral(command) },
    };
    this.view = {
      terms: () => books.publishedTerms(),
      inviterOf: (userId) => accounts.numbers[books.inviterOf(accounts.find(userId))]!,
      agents: () =>
        [...books.agents.shares].map(([account, share]) => ({
          userId: accounts.numbers[account]!,
          ...share,
        })),
      agentAbove: (userId) => {
        const account = accounts.find(userId);
        return accounts.numbers[account === 0 ? 0 : books.agents.above(account)]!;
      },
      sums: () =>
        [...books.sums].map(([assetId, { fees, paid }]) => ({
          assetId,
          fees: fees as Amount,
          paid: paid as Amount,
        })),
      owes: (userId) => {
        const account = accounts.find(userId);
        return account !== 0 && books.owes(account);
      },
    };
  }

  /** A payer without an inviter costs no more than these look-ups: it is called for both sides of each fill. */
  onFee(assetId: number, account: number, units: number): void {
    const owner = this.accounts.tradeGroup[account]!;
    const { inviters } = this.books;
    if (owner >= inviters.length || inviters[owner] === 0) return;
    this.books.earn(owner, assetId, units);
  }

  nextDueMs(): number {
    return Math.min(this.nextAgentMs, this.books.nextDueMs());
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    const { books } = this;
    if (this.nextAgentMs <= nowMs && slice.take()) {
      for (const [account, { next }] of books.agents.shares)
        if (next !== null && next.effectiveMs <= nowMs) this.beginShare(account, next.sharePpm);
      this.nextAgentMs = books.agents.nextMs();
    }
    while (books.nextDueMs() <= nowMs && slice.take()) books.payNext();
  }

  audit(): void {
    auditReferral(this.books);
  }

  write(writer: ByteWriter): void {
    const { books } = this;
    terms.write(writer, books.publishedTerms());
    const all: Invited[] = [];
    for (const [account, inviter] of books.inviters.entries())
      if (inviter !== 0) all.push({ account, inviter });
    invited.write(writer, all);
    agents.write(
      writer,
      [...books.agents.shares].map(([account, { sharePpm, next }]) => ({
        account,
        sharePpm,
        nextMs: next?.effectiveMs ?? 0,
        nextPpm: next?.sharePpm ?? 0,
      })),
    );
    closed.write(writer, [...books.closed]);
    rests.write(writer, [...books.carried.values()]);
    waiting.write(writer, books.waiting());
    sums.write(
      writer,
      [...books.sums].map(([assetId, each]) => ({ assetId, ...each })),
    );
  }

  read(reader: ByteReader): void {
    const { books } = this;
    books.setTerms(terms.read(reader));
    for (const { account, inviter } of invited.read(reader)) books.invite(account, inviter);
    for (const { account, sharePpm, nextMs, nextPpm } of agents.read(reader)) {
      const next = nextMs === 0 ? null : { sharePpm: nextPpm, effectiveMs: nextMs };
      books.setAgent(account, { sharePpm, next });
    }
    this.nextAgentMs = books.agents.nextMs();
    for (const account of closed.read(reader)) books.close(account);
    for (const { account, assetId, millionths } of rests.read(reader)) {
      const carried = books.carriedOf(account, assetId);
      for (const [place, rest] of millionths.entries()) carried.millionths[place] = rest;
    }
    for (const { account, assetId, day, charged } of waiting.read(reader)) {
      const carried = books.carriedOf(account, assetId);
      carried.day = day;
      for (const each of charged) carried.charged.push({ ...each, version: 0 });
      books.enqueue(carried);
    }
    for (const { assetId, ...each } of sums.read(reader)) Object.assign(books.sumsOf(assetId), each);
  }

  private setTerms(command: SetReferralTerms): Outcome {
    if (!isReferralTerms(command)) return refuse('INVALID_COMMAND');
    const { sharesPpm, capPpm } = command;
    this.books.setTerms({ sharesPpm, capPpm });
    this.books.state.tape.catalogue();
    return DONE;
  }

  private setReferrer({ accountUserId, inviterId }: SetReferrer): Outcome {
    const { accounts, books } = this;
    const account = accountUserId > 0 ? accounts.find(accountUserId) : 0;
    const inviter = inviterId > 0 ? accounts.find(inviterId) : 0;
    if (account === 0 || inviter === 0) return refuse('UNKNOWN_ACCOUNT');
    // a group of its own has the spot wallet of a user: no other wallet, and no account of the house
    if (accounts.tradeGroup[account] !== account || accounts.tradeGroup[inviter] !== inviter)
      return refuse('NOT_PERMITTED');
    if (books.inviterOf(account) !== 0) return refuse('REFERRER_FIXED');
    if (books.isAbove(account, inviter)) return refuse('REFERRAL_CYCLE');
    books.invite(account, inviter);
    books.state.tape.note({ type: 'referrerSet', userId: accountUserId, inviterId });
    return DONE;
  }

  private setAgent({ accountUserId, sharePpm, effectiveMs, reason }: SetAgent): Outcome {
    const { accounts, books } = this;
    const { state, agents } = books;
    if (!isReason(reason) || !isNamedTime(state, effectiveMs)) return refuse('INVALID_COMMAND');
    if (!isAgentShare(sharePpm)) return refuse('INVALID_COMMAND');
    const account = accountUserId > 0 ? accounts.find(accountUserId) : 0;
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    if (accounts.tradeGroup[account] !== account || books.closed.has(account)) return refuse('NOT_PERMITTED');
    const share = agents.shares.get(account);
    if (!agents.isNamed(account) && agents.count >= MAX_AGENTS) return refuse('INVALID_COMMAND');
    if (takesAway(share, { sharePpm, effectiveMs }, state.timeMs + TERMS_NOTICE_MS.setReferralTerms))
      return refuse('CHANGE_TOO_SOON');
    const atMs = Math.max(effectiveMs, state.timeMs);
    state.tape.note({ type: 'agentSet', userId: accountUserId, sharePpm, effectiveMs: atMs, reason });
    if (atMs > state.timeMs)
      books.setAgent(account, { sharePpm: share?.sharePpm ?? 0, next: { sharePpm, effectiveMs: atMs } });
    else this.beginShare(account, sharePpm);
    this.nextAgentMs = agents.nextMs();
    return DONE;
  }

  private endReferral({ accountUserId }: EndReferral): Outcome {
    const { accounts, books } = this;
    const account = accountUserId > 0 ? accounts.find(accountUserId) : 0;
    if (account === 0 || accounts.tradeGroup[account] !== account || books.closed.has(account)) return DONE;
    books.close(account);
    this.nextAgentMs = books.agents.nextMs();
    books.state.tape.note({ type: 'referralEnded', userId: accountUserId });
    return DONE;
  }

  private beginShare(account: number, sharePpm: number): void {
    const { books } = this;
    books.setAgent(account, { sharePpm, next: null });
    books.state.tape.note({ type: 'agentBegun', userId: this.accounts.numbers[account]!, sharePpm });
  }
}

/** Referral, as the list of products names it. */
export const referral = productRoom('referral', referralCodecs, (context) => new ReferralProduct(context));

/** True where a share would give an agent less before a time than what counts or was announced: smaller, or a raise later. */
function takesAway(
  share: AgentShare | undefined,
  { sharePpm, effectiveMs }: Pick<SetAgent, 'sharePpm' | 'effectiveMs'>,
  noticeMs: number,
): boolean {
  const nowPpm = share?.sharePpm ?? 0;
  const next = share?.next ?? null;
  const isLess = sharePpm < Math.max(nowPpm, next?.sharePpm ?? 0);
  if (isLess && effectiveMs < noticeMs) return true;
  const isRaise = next !== null && next.sharePpm > nowPpm;
  return isRaise && next.effectiveMs < Math.min(effectiveMs, noticeMs);
}
