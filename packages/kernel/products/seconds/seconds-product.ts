import type { Amount } from '@candor/money';
import { lossLimitAt } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, flag, list, number, record, text } from '../../codec/fields.ts';
import type { Outcome } from '../../events.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { CommandHandlers, Product } from '../../product.ts';
import type { State } from '../../state.ts';
import { accept, indexNow, isEnabled } from './accept.ts';
import type { SecondsCommand, SecondsPeriod, SetSecondsLimits } from './commands.ts';
import { contractField, unjudgedField } from './contract.ts';
import { Desk } from './desk.ts';
import { enable, fundPool, setCap, setTerms } from './house.ts';
import { givenUpMs, giveUp, readTicks } from './settle.ts';
import { changeLimits, lostToday, newUser, userField } from './users.ts';
import type { SecondsLimitsView, SecondsOffer, SecondsPoolView, SecondsView } from './view.ts';

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
const users = list(record({ userId: number, kept: userField }));
const contracts = list(contractField);
const unjudged = list(unjudgedField);

/**
 * Second contracts: bets on the index over a published period, paid from a visible pool. What decides them is read
 * from journaled ticks alone; no command can name a winner or make a contract void.
 */
export class SecondsProduct implements Product {
  readonly name = 'seconds';
  readonly handlers: CommandHandlers<SecondsCommand> = {
    setSecondsTerms: { sender: 'system', perform: (_, command) => setTerms(this.desk, command) },
    enableSeconds: { sender: 'system', perform: (_, command) => enable(this.desk, command) },
    fundSecondsPool: { sender: 'system', perform: (_, command) => fundPool(this.desk, command) },
    setExposureCap: { sender: 'system', perform: (_, command) => setCap(this.desk, command) },
    openSecondContract: { sender: 'user', perform: (userId, command) => accept(this.desk, userId, command) },
    setSecondsLimits: { sender: 'user', perform: (userId, command) => this.setLimits(userId, command) },
  };
  readonly view: SecondsView = {
    enabledFor: (country) => isEnabled(this.desk, country),
    offers: () => [...this.desk.offers.values()],
    pool: () => this.poolView(),
    contracts: (userId) =>
      [...(this.desk.users.get(userId)?.open ?? [])].map((id) => this.desk.contracts.get(id)!),
    contract: (contractId) => this.desk.contracts.get(contractId) ?? null,
    limits: (userId) => this.limitsView(userId),
    index: (symbolId) => indexNow(this.desk, symbolId),
    weights: () => this.desk.weights(),
  };
  private readonly desk: Desk;

  constructor(state: State) {
    this.desk = new Desk(state);
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
      exposures: symbolIds.map((symbolId) => ({
        symbolId,
        cap: (desk.caps.get(symbolId) ?? 0n) as Amount,
        reserved: (symbolId === 0 ? desk.reserved : (desk.symbols.get(symbolId)?.reserved ?? 0n)) as Amount,
      })),
    };
  }

  nextDueMs(): number {
    const { first } = this.desk.due;
    return first === undefined ? Number.POSITIVE_INFINITY : givenUpMs(first.tickNo);
  }

  onTime(nowMs: number): void {
    giveUp(this.desk, nowMs);
  }

  onIndex(tickNo: number): void {
    readTicks(this.desk, tickNo);
  }

  /** Stakes are in escrow, so nothing must stay in the wallet. */
  lockedIn(): bigint {
    return 0n;
  }

  write(writer: ByteWriter): void {
    const { desk } = this;
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
    unjudged.write(writer, desk.unjudged);
  }

  read(reader: ByteReader): void {
    const { desk } = this;
    desk.practice = flag.read(reader);
    desk.countries = countries.read(reader);
    for (const offer of offers.read(reader)) desk.offers.set(offer.symbolId, offer);
    for (const { symbolId, cap } of caps.read(reader)) desk.caps.set(symbolId, cap);
    for (const { userId, kept } of users.read(reader)) desk.users.set(userId, kept);
    for (const contract of contracts.read(reader)) desk.add(contract);
    desk.unjudged.push(...unjudged.read(reader));
  }
}
