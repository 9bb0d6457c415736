import type { CallData, Calls, SecondRow } from '@candor/api';
import { JournalError } from '@candor/journal';
import {
  type Command,
  type Done,
  type OpenSecondContract,
  outcomeAs,
  type SetSecondsLimits,
} from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import {
  breakEvenPpm,
  CLOSING_TICKS,
  CLOSING_TICKS_MIN,
  type Direction,
  OPENING_DELAY_MS,
} from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, ppmPercent, shownName } from '../../engine/values/index.ts';
import type { OrderScope } from '../spot/index.ts';
import { secondsChangeRowOf } from './changes.ts';
import { findSecond } from './find.ts';
import {
  acceptedSecond,
  openSecondShown,
  receiptOf,
  type ShownSecond,
  secondOfRecord,
  secondRowOf,
  ticketOf,
} from './rows.ts';
import type { Tickets } from './tickets/tickets.ts';

export interface SecondInput {
  readonly symbol: string;
  readonly direction: Direction;
  readonly periodSeconds: number;
  readonly quantity: number;
  /** The rate that the sender was shown; under another one nothing is opened. */
  readonly payoutPercent?: string | undefined;
  readonly clientOrderId?: string | undefined;
}

export interface SecondLimitsInput {
  /** Decimal text; null for none, undefined to leave it. */
  readonly dailyLossLimit?: string | null | undefined;
  readonly coolingOffUntil?: number | undefined;
  readonly selfExcludedUntil?: number | undefined;
}

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Second contracts, as users meet them. */
export interface Seconds {
  /** Resolves when the contract is durable, with its signed terms. @throws Refusal also for what the kernel rejects */
  open(
    userId: number,
    input: SecondInput,
    headerKey: string | null,
  ): Promise<Data<'createSecondContractOrder'>>;
  list(
    userId: number,
    filter: { readonly scope: OrderScope; readonly symbol: string | null },
    page: PageRequest,
  ): Promise<Listed<SecondRow>>;
  /** @throws Refusal SECONDS_UNKNOWN */
  receipt(userId: number, contractId: number): Promise<Data<'getSecondContractReceipt'>>;
  offers(symbol: string | null): Promise<Data<'periodList'>>;
  pool(): Promise<Data<'getSecondContractPool'>>;
  /** Returns the operators' changes, newest first, each with its reason. */
  changes(page: PageRequest): Promise<Data<'getSecondContractChanges'>>;
  limits(userId: number): Promise<Data<'getSecondContractLimits'>>;
  setLimits(userId: number, input: SecondLimitsInput, headerKey: string | null): Promise<void>;
  ticketKey(): Data<'getSecondContractKey'>;
  /** The names of the symbols that contracts are offered on. */
  symbols(): Promise<ReadonlySet<string>>;
}

const PATIENCE_MS = 2_000;
/** A list for everybody names no country: what is open for some countries alone is refused to others at the act. */
const UNKNOWN_COUNTRY = null;

export interface SecondsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly tickets: Tickets;
  /** The known country of a user, never the one that comes with the act. */
  readonly features: { readonly countryOf: (userId: number) => Promise<string | null> };
  readonly now: () => number;
}

export function createSeconds({ core, history, catalogues, tickets, features, now }: SecondsDeps): Seconds {
  const upToDate = () => history.caughtUp(core.status().committedSeq, PATIENCE_MS);

  async function submit(
    userId: number,
    act: string,
    body: Command,
    headerKey: string | null,
    clientOrderId: string | null,
  ): Promise<Done> {
    const { key, bodyHash } = actKey(act, headerKey, clientOrderId, body);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw new Refusal(errorKeyOfSecond(outcome.code, body.type));
    return outcome;
  }

  const open = async (userId: number) => (await core.ask('openSeconds', userId)).map(openSecondShown);

  /** Reads after an act that was done: if the read fails, the client retries with the same key. */
  async function afterwards<Found>(find: () => Promise<Found>): Promise<Found> {
    try {
      return await find();
    } catch (error) {
      if (error instanceof JournalError) throw new Refusal('OUTCOME_UNKNOWN');
      throw error;
    }
  }

  return {
    async open(userId, input, headerKey) {
      const catalogue = catalogues.current();
      const clientOrderId = input.clientOrderId ?? null;
      const body: OpenSecondContract = {
        type: 'openSecondContract',
        symbolId: catalogue.symbol(input.symbol).symbolId,
        direction: input.direction,
        periodS: input.periodSeconds,
        quantity: input.quantity,
        payoutPpm: payoutPpmOf(input.payoutPercent),
        clientOrderId,
        country: await features.countryOf(userId),
      };
      const done = await submit(userId, 'openSecond', body, headerKey, clientOrderId);
      const { contractId } = outcomeAs(done, 'second');
      const [{ second }, ticket] = await afterwards(() =>
        Promise.all([
          findSecond({ core, history }, userId, contractId, 'OUTCOME_UNKNOWN'),
          tickets.sign(userId, contractId, 'OUTCOME_UNKNOWN'),
        ]),
      );
      const { terms, simulated } = second;
      // as it was accepted: a repeated key gives the same answer, also once the contract is over
      return {
        order: secondRowOf(catalogue, acceptedSecond(terms, simulated), terms.acceptedMs),
        ticket,
      };
    },
    async list(userId, { scope, symbol }, { cursor, limit, fromMs = null, toMs = null }) {
      const catalogue = catalogues.current();
      const symbolId = symbol === null ? null : catalogue.symbol(symbol).symbolId;
      const beforeId = cursor === null ? null : Number(cursor);
      if (beforeId !== null && !Number.isSafeInteger(beforeId)) {
        throw new Refusal('INVALID_INPUT', { field: 'cursor' });
      }
      const asked = { symbolId, beforeId, fromMs, toMs };
      const openNow = await open(userId);
      const seconds =
        scope === 'open'
          ? openNow.filter(({ terms }) => isAsked(terms, asked)).reverse()
          : await recorded(openNow, { userId, ...asked, limit, ended: scope === 'history' });
      const rows = seconds.slice(0, limit);
      const more = seconds.length > limit;
      return {
        records: rows.map((second) => secondRowOf(catalogue, second, now())),
        nextCursor: more ? String(rows.at(-1)!.terms.contractId) : null,
      };
    },
    async receipt(userId, contractId) {
      const [{ second, record }, ticket] = await Promise.all([
        findSecond({ core, history }, userId, contractId, 'UNAVAILABLE'),
        tickets.sign(userId, contractId, 'UNAVAILABLE'),
      ]);
      const catalogue = catalogues.current();
      const terms = ticketOf(catalogue, second.terms, second.simulated);
      const [at] = second.end === null ? [] : await placed(history, [second]);
      return {
        order: secondRowOf(catalogue, second, now()),
        ticket,
        receipt: second.end === null ? null : receiptOf(catalogue, terms, second.end, second.terms.assetId),
        judgement: record?.judgement ?? null,
        journal: at?.journal ?? null,
      };
    },
    async offers(symbolName) {
      const catalogue = catalogues.current();
      const only = symbolName === null ? null : catalogue.symbol(symbolName).symbolId;
      const { enabled, haltReason, offers } = await core.ask('secondsOffers', UNKNOWN_COUNTRY);
      return {
        enabled,
        haltReason,
        simulated: catalogue.mode === 'practice',
        openingDelaySeconds: OPENING_DELAY_MS / 1_000,
        closingTicks: CLOSING_TICKS,
        closingTicksMin: CLOSING_TICKS_MIN,
        records: offers
          .filter(({ symbolId, periods }) => (only === null || symbolId === only) && periods.length > 0)
          .map(({ symbolId, assetId, minQuantity, maxQuantity, formula, periods, state, stateReason }) => {
            const symbol = catalogue.symbolById(symbolId)!;
            return {
              symbol: symbol.name,
              symbol_name: shownName(catalogue, symbol),
              coin: catalogue.assetById(assetId).code,
              minQuantity,
              maxQuantity,
              formula,
              state,
              stateReason,
              periods: periods.map(({ periodS, payoutPpm }) => ({
                periodSeconds: periodS,
                payoutPercent: ppmPercent(payoutPpm),
                breakEvenPercent: ppmPercent(breakEvenPpm(payoutPpm)),
              })),
            };
          }),
      };
    },
    async pool() {
      const { pool, seq } = await core.ask('secondsPool');
      const catalogue = catalogues.current();
      const coins = (amount: Amount) =>
        pool.assetId === null ? '0' : amountText(catalogue, pool.assetId, amount);
      return {
        coin: pool.assetId === null ? null : catalogue.assetById(pool.assetId).code,
        available: coins(pool.available),
        reserved: coins(pool.reserved),
        stakes: coins(pool.stakes),
        userCap: pool.userCap === null ? null : coins(pool.userCap),
        exposures: pool.exposures.map(({ symbolId, cap, reserved }) => ({
          symbol: symbolId === 0 ? null : catalogue.symbolById(symbolId)!.name,
          cap: coins(cap),
          reserved: coins(reserved),
        })),
        seq,
      };
    },
    async changes({ cursor, limit }) {
      const beforeSeq = cursor === null ? null : Number(cursor);
      if (beforeSeq !== null && !Number.isSafeInteger(beforeSeq)) {
        throw new Refusal('INVALID_INPUT', { field: 'cursor' });
      }
      const assetId = await core.ask('secondsAsset');
      await upToDate();
      const rows = await history.seconds.changes(beforeSeq, limit + 1);
      const records = rows.slice(0, limit);
      const catalogue = catalogues.current();
      return {
        records: records.map((row) => secondsChangeRowOf(catalogue, assetId, row)),
        nextCursor: rows.length > limit ? String(records.at(-1)!.seq) : null,
      };
    },
    limits: (userId) => readLimits(userId),
    async setLimits(userId, input, headerKey) {
      const assetId = await core.ask('secondsAsset');
      const body: SetSecondsLimits = {
        type: 'setSecondsLimits',
        dailyLoss: lossLimitOf(catalogues.current(), assetId, input.dailyLossLimit),
        coolingOffUntilMs: input.coolingOffUntil ?? null,
        selfExcludedUntilMs: input.selfExcludedUntil ?? null,
      };
      await submit(userId, 'secondLimits', body, headerKey, null);
    },
    ticketKey: () => ({ ...tickets.publicKey }),
    async symbols() {
      const { records } = await this.offers(null);
      return new Set(records.map(({ symbol }) => symbol));
    },
  };

  /** Returns rows of the read models; for a contract that is still open there, the kernel's row where it has one. */
  async function recorded(
    openNow: readonly ShownSecond[],
    query: Asked & { readonly userId: number; readonly limit: number; readonly ended: boolean },
  ): Promise<ShownSecond[]> {
    await upToDate();
    const records = await history.seconds.contracts({ ...query, limit: query.limit + 1 });
    const byId = new Map(openNow.map((second) => [second.terms.contractId, second]));
    return records.map((record) => {
      const live = record.end === null ? byId.get(record.terms.contractId) : undefined;
      return live ?? secondOfRecord(record);
    });
  }

  async function readLimits(userId: number): Promise<Data<'getSecondContractLimits'>> {
    const { limits, assetId, nowMs } = await core.ask('secondsLimits', userId);
    const catalogue = catalogues.current();
    const coins = (amount: bigint) =>
      assetId === null ? '0' : amountText(catalogue, assetId, amount as Amount);
    const { limit, pending, pendingFromMs, lostToday, openStakes, openPayouts } = limits;
    const left = limit === null ? null : limit - lostToday - openStakes;
    const ahead = (untilMs: number) => (untilMs > nowMs ? untilMs : null);
    return {
      coin: assetId === null ? null : catalogue.assetById(assetId).code,
      dailyLossLimit: limit === null ? null : coins(limit),
      pendingLimit: pending === null ? null : coins(pending),
      pendingFrom: pendingFromMs === 0 ? null : pendingFromMs,
      coolingOffUntil: ahead(limits.coolingOffUntilMs),
      selfExcludedUntil: ahead(limits.selfExcludedUntilMs),
      lostToday: coins(lostToday),
      openStakes: coins(openStakes),
      openPayouts: coins(openPayouts),
      remaining: left === null ? null : coins(left > 0n ? left : 0n),
    };
  }
}

interface Asked {
  readonly symbolId: number | null;
  /** Only contracts with smaller ids. */
  readonly beforeId: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

function isAsked(terms: ShownSecond['terms'], { symbolId, beforeId, fromMs, toMs }: Asked): boolean {
  return (
    (symbolId === null || terms.symbolId === symbolId) &&
    (beforeId === null || terms.contractId < beforeId) &&
    (fromMs === null || terms.acceptedMs >= fromMs) &&
    (toMs === null || terms.acceptedMs < toMs)
  );
}

const PPM_SCALE = 4;

/** A rate as its user was shown it: percent with up to four decimals, in parts per million. */
function payoutPpmOf(percent: string | undefined): number | null {
  if (percent === undefined) return null;
  const ppm = parseDecimal(percent, PPM_SCALE);
  if (ppm === null) throw new Refusal('INVALID_INPUT', { field: 'payoutPercent' });
  return Number(ppm);
}

/** Returns the error key of second contracts for a general rejection of the kernel. */
function errorKeyOfSecond(code: Parameters<typeof errorKeyOfRejection>[0], type: Command['type']) {
  if (code === 'QUANTITY_INVALID') return 'SECONDS_QUANTITY';
  if (code === 'INVALID_COMMAND' && type === 'setSecondsLimits') return 'SECONDS_PAUSE_INVALID';
  return errorKeyOfRejection(code);
}

/** @throws Refusal AMOUNT_INVALID with more decimals than the coin has, AMOUNT_TOO_LARGE, SECONDS_NOT_OFFERED */
function lossLimitOf(
  catalogue: Catalogue,
  assetId: number | null,
  text: string | null | undefined,
): SetSecondsLimits['dailyLoss'] {
  if (text === undefined) return null;
  if (text === null) return { limit: null };
  if (assetId === null) throw new Refusal('SECONDS_NOT_OFFERED');
  const limit = parseDecimal(text, catalogue.assetById(assetId).scale);
  if (limit === null) throw new Refusal('AMOUNT_INVALID', { field: 'dailyLossLimit' });
  if (limit > 2n ** 62n) throw new Refusal('AMOUNT_TOO_LARGE', { field: 'dailyLossLimit' });
  return { limit: limit as Amount };
}
