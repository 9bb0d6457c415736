import type { Amount } from '@candor/money';
import { lossLimitAt } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, flag, list, number, optional, record, text } from '../../codec/fields.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import type { Outcome } from '../../events.ts';
import { DONE, refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import { accept, indexNow, isEnabled } from './accept.ts';
import { auditSeconds } from './audit.ts';
import { secondsCodecs } from './codec.ts';
import type { SecondsCommand, SecondsPeriod, SetSecondsLimits } from './commands.ts';
import { contractField, unjudgedField } from './contract.ts';
import { Desk } from './desk.ts';
import { enable, fundSeconds, setCap, setTerms } from './house.ts';
import { addToPool, changeCap, changeTerms, setState, setUserCap } from './operator.ts';
import { settleOf, settleSlice, takeTick, waitingSinceMs } from './settle.ts';
import { changeLimits, lostToday, newUser, userField } from './users.ts';
import type {
  SecondsLimitsView,
  SecondsMarketView,
  SecondsOffer,
  SecondsPoolView,
  SecondsView,
} from './view.ts';
import { readWaiting, writeWaiting } from './waiting-section.ts';

const countries = list(text);
const offers = list(
  record<SecondsOffer>({
    symbolId: count,
    assetId: count,
    minQuantity: count,
    maxQuantity: count,
    periods: list(record<SecondsPeriod>({ periodS: count, payoutPpm: count })),
    formula: count,
  }),
);
const caps = list(record({ symbolId: count, cap: big }));
const halts = list(record({ symbolId: count, reason: text }));
const users = list(record({ userId: number, kept: userField }));
const contracts = list(contractField);
const unjudged = list(unjudgedField);

/** Marks a section that begins with what operators set and ends with what waits for its turn. */
const SECTION = 3;
const userCap = optional(big);

function writeHouse(writer: ByteWriter, desk: Desk): void {
  userCap.write(writer, desk.userCap);
  halts.write(
    writer,
    [...desk.halts].map(([symbolId, reason]) => ({ symbolId, reason })),
  );
}

function readHouse(reader: ByteReader, desk: Desk): void {
  desk.userCap = userCap.read(reader);
  for (const { symbolId, reason } of halts.read(reader)) desk.halts.set(symbolId, reason);
}

/**
 * Second contracts: bets on the index over a published period, paid from a visible pool. What decides them is read
 * from journaled ticks alone; no command can name a winner or make a contract void.
 */
class SecondsProduct implements Product {
  readonly name = 'seconds';
  readonly isUrgent = true;
  readonly handlers: CommandHandlers<SecondsCommand> = {
    setSecondsTerms: { perform: (_, command) => setTerms(this.desk, command) },
    enableSeconds: { perform: (_, command) => enable(this.desk, command) },
    fundSecondsPool: { perform: (_, command) => fundSeconds(this.desk, command) },
    setExposureCap: { perform: (_, command) => setCap(this.desk, command) },
    changeSecondsTerms: { perform: (_, command) => changeTerms(this.desk, command) },
    changeSecondsCap: { perform: (_, command) => changeCap(this.desk, command) },
    setSecondsUserCap: { perform: (_, command) => setUserCap(this.desk, command) },
    setSecondsState: { perform: (_, command) => setState(this.desk, command) },
    addToSecondsPool: { perform: (_, command) => addToPool(this.desk, command) },
    openSecondContract: { perform: (userId, command) => accept(this.desk, userId, command) },
    setSecondsLimits: { perform: (userId, command) => this.setLimits(userId, command) },
  };
  readonly view: SecondsView;
  private readonly desk: Desk;

  constructor({ state }: ProductContext) {
    const desk = new Desk(state);
    this.desk = desk;
    this.view = {
      enabledFor: (country) => isEnabled(desk, country),
      offers: () => this.marketViews(),
      get haltReason() {
        return desk.halts.get(0) ?? null;
      },
      pool: () => this.poolView(),
      contracts: (userId) => [...(desk.users.get(userId)?.open ?? [])].map((id) => desk.contracts.get(id)!),
      contract: (contractId) => desk.contracts.get(contractId) ?? null,
      limits: (userId) => this.limitsView(userId),
      index: (symbolId) => indexNow(desk, symbolId),
      weights: () => desk.weights(),
    };
  }

  private marketViews(): SecondsMarketView[] {
    return [...this.desk.offers.values()].map((offer) => {
      const halt = this.desk.haltOf(offer.symbolId);
      return { ...offer, state: halt === null ? 'trading' : 'halted', stateReason: halt ?? '' };
    });
  }

  private setLimits(userId: number, command: SetSecondsLimits): Outcome {
    const { state, users } = this.desk;
    if (state.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
    const user = users.get(userId) ?? newUser();
    const refusal = changeLimits(user, command, state.timeMs);
    if (refusal !== null) return refuse(refusal);
    users.set(userId, user);
    const { limit, pending, pendingFromMs, coolingOffUntilMs, selfExcludedUntilMs } = this.limitsView(userId);
    state.tape.note({
      type: 'secondsLimits',
      userId,
      limit,
      pending,
      pendingFromMs,
      coolingOffUntilMs,
      selfExcludedUntilMs,
    });
    return DONE;
  }

  private limitsView(userId: number): SecondsLimitsView {
    const user = this.desk.users.get(userId) ?? newUser();
    const nowMs = this.desk.state.timeMs;
    const isPending = user.loss.pendingFromMs > nowMs;
    return {
      limit: lossLimitAt(user.loss, nowMs) as Amount | null,
      pending: (isPending ? user.loss.pending : null) as Amount | null,
      pendingFromMs: isPending ? user.loss.pendingFromMs : 0,
      coolingOffUntilMs: user.coolingOffUntilMs,
      selfExcludedUntilMs: user.selfExcludedUntilMs,
      lostToday: lostToday(user, nowMs) as Amount,
      openStakes: user.openStakes as Amount,
      openPayouts: user.openPayouts as Amount,
    };
  }

  private poolView(): SecondsPoolView {
    const { desk } = this;
    const { assetId } = desk;
    const available = assetId === null ? 0n : desk.poolAvailable(assetId);
    const symbolIds = [0, ...desk.offers.keys()];
    return {
      assetId,
      available: available as Amount,
      reserved: desk.reserved as Amount,
      stakes: desk.stakes as Amount,
      userCap: desk.userCap as Amount | null,
      exposures: symbolIds.map((symbolId) => ({
        symbolId,
        cap: (desk.caps.get(symbolId) ?? 0n) as Amount,
        reserved: (symbolId === 0 ? desk.reserved : (desk.symbols.get(symbolId)?.reserved ?? 0n)) as Amount,
      })),
    };
  }

  nextDueMs(): number {
    return waitingSinceMs(this.desk);
  }

  onTimeOf(userId: number): void {
    settleOf(this.desk, userId);
  }

  onTime(_nowMs: number, _previousMs: number, slice: DueSlice): void {
    settleSlice(this.desk, slice);
  }

  /** Time alone decides nothing and gives nothing up: contracts go by the ticks' raw quotes, also of late ticks. */
  onTick(tickNo: number, _isLate: boolean, slice: DueSlice): void {
    takeTick(this.desk, tickNo);
    settleSlice(this.desk, slice);
  }

  audit(): void {
    auditSeconds(this.desk);
  }

  write(writer: ByteWriter): void {
    const { desk } = this;
    writer.byte(SECTION);
    writeHouse(writer, desk);
    flag.write(writer, desk.practice);
    countries.write(writer, desk.countries);
    offers.write(writer, [...desk.offers.values()]);
    caps.write(
      writer,
      [...desk.caps].map(([symbolId, cap]) => ({ symbolId, cap })),
    );
    users.write(
      writer,
      [...desk.users].map(([userId, kept]) => ({ userId, kept })),
    );
    contracts.write(writer, [...desk.contracts.values()]);
    unjudged.write(writer, [...desk.unjudged.values()].flat());
    writeWaiting(writer, desk);
  }

  read(reader: ByteReader): void {
    const { desk } = this;
    if (reader.byte() !== SECTION) throw new RangeError('The section of second contracts is damaged');
    readHouse(reader, desk);
    desk.practice = flag.read(reader);
    desk.countries = countries.read(reader);
    for (const offer of offers.read(reader)) desk.offers.set(offer.symbolId, offer);
    for (const { symbolId, cap } of caps.read(reader)) desk.caps.set(symbolId, cap);
    for (const { userId, kept } of users.read(reader)) desk.users.set(userId, kept);
    for (const contract of contracts.read(reader)) desk.add(contract);
    for (const contract of unjudged.read(reader)) desk.keepUnjudged(contract);
    readWaiting(reader, desk);
  }
}

/** Second contracts, as the list of products names them. */
export const seconds = productRoom('seconds', secondsCodecs, (context) => new SecondsProduct(context));
