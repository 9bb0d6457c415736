import type { OperatorSeconds } from '@candor/contract';
import type { Command, RejectionCode, SecondsMarketView, SecondsState, SymbolInfo } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { breakEvenPpm } from '@candor/rules';
import type { CoreLink } from '../core/index.ts';
import { HOUSE_USER_ID } from '../listing/index.ts';
import { Refusal } from '../refusal.ts';
import {
  amountText,
  type CatalogueFollower,
  errorKeyOfRejection,
  ppmPercent,
  shownName,
} from '../usecases/index.ts';
import type { OperatorActs } from './acts.ts';
import type { Operator } from './operators.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;
const ALL = 0;

export interface TermsInput {
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly periods: readonly { readonly periodSeconds: number; readonly payoutPercent: string }[];
  readonly reason: string;
}

/**
 * Second contracts, as operators meet them: what is offered from now on, how much the pool may owe, whether anything
 * new is opened, and what is added to the pool. Nothing here reaches an open contract.
 */
export interface SecondsDesk {
  read(): Promise<OperatorSeconds>;
  /** @throws Refusal UNKNOWN_SYMBOL, SECONDS_TERMS_INVALID */
  changeTerms(
    operator: Operator,
    symbolId: number,
    input: TermsInput,
    key: string | null,
  ): Promise<OperatorSeconds>;
  /** Symbol 0 is all together. @throws Refusal UNKNOWN_SYMBOL, AMOUNT_INVALID */
  changeCap(
    operator: Operator,
    symbolId: number,
    input: { readonly cap: string; readonly reason: string },
    key: string | null,
  ): Promise<OperatorSeconds>;
  setUserCap(
    operator: Operator,
    input: { readonly cap: string | null; readonly reason: string },
    key: string | null,
  ): Promise<OperatorSeconds>;
  /** Symbol 0 is all together. @throws Refusal SECONDS_NOT_OFFERED */
  setState(
    operator: Operator,
    symbolId: number,
    input: { readonly state: SecondsState; readonly reason: string },
    key: string | null,
  ): Promise<OperatorSeconds>;
  /** @throws Refusal PRACTICE_ONLY, INSUFFICIENT_BALANCE */
  addToPool(
    operator: Operator,
    input: { readonly amount: string; readonly source: 'practice' | 'house'; readonly reason: string },
    key: string | null,
  ): Promise<OperatorSeconds>;
}

export interface SecondsDeskOptions {
  readonly acts: OperatorActs;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
}

/** What the kernel says of terms and amounts, in words that fit them. */
const termsError = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' || rejection === 'QUANTITY_INVALID' || rejection === 'AMOUNT_TOO_LARGE'
    ? 'SECONDS_TERMS_INVALID'
    : errorKeyOfRejection(rejection);
const amountError = (rejection: RejectionCode) =>
  rejection === 'QUANTITY_INVALID' ? 'AMOUNT_INVALID' : errorKeyOfRejection(rejection);

export function createSecondsDesk({ acts, core, catalogues }: SecondsDeskOptions): SecondsDesk {
  const stakeAsset = async () => {
    const assetId = await core.ask('secondsAsset');
    if (assetId === null) throw new Refusal('SECONDS_NOT_OFFERED');
    return catalogues.current().assetById(assetId);
  };
  async function unitsOf(text: string): Promise<Amount> {
    const units = parseDecimal(text, (await stakeAsset()).scale);
    if (units === null) throw new Refusal('AMOUNT_INVALID');
    return units as Amount;
  }
  const nameOf = (symbolId: number) => {
    if (symbolId === ALL) return 'all';
    const symbol = catalogues.current().symbolById(symbolId);
    if (symbol === undefined) throw new Refusal('UNKNOWN_SYMBOL');
    return symbol.name;
  };

  async function read(): Promise<OperatorSeconds> {
    const { mode, pool, haltReason, symbols, houseAvailable, ...desk } = await core.ask(
      'secondsDesk',
      HOUSE_USER_ID,
    );
    const offers = new Map(desk.offers.map((offer) => [offer.symbolId, offer]));
    const catalogue = catalogues.current();
    const { assetId } = pool;
    const coins = (amount: Amount) => (assetId === null ? '0' : amountText(catalogue, assetId, amount));
    const exposureOf = (symbolId: number) => {
      const found = pool.exposures.find((exposure) => exposure.symbolId === symbolId);
      return { cap: coins(found?.cap ?? (0n as Amount)), reserved: coins(found?.reserved ?? (0n as Amount)) };
    };
    const rowOf = (symbol: SymbolInfo, offer: SecondsMarketView | undefined) => ({
      symbolId: symbol.symbolId,
      symbol_name: shownName(catalogue, symbol),
      state: offer?.state ?? 'trading',
      stateReason: offer?.stateReason ?? '',
      minQuantity: offer?.minQuantity ?? null,
      maxQuantity: offer?.maxQuantity ?? null,
      periods: (offer?.periods ?? []).map(({ periodS, payoutPpm }) => ({
        periodSeconds: periodS,
        payoutPercent: ppmPercent(payoutPpm),
        breakEvenPercent: ppmPercent(breakEvenPpm(payoutPpm)),
      })),
      ...exposureOf(symbol.symbolId),
    });
    return {
      coin: assetId === null ? null : catalogue.assetById(assetId).code,
      haltReason,
      available: coins(pool.available),
      reserved: coins(pool.reserved),
      stakes: coins(pool.stakes),
      userCap: pool.userCap === null ? null : coins(pool.userCap),
      all: exposureOf(ALL),
      sources: [
        ...(mode === 'practice' ? [{ source: 'practice' as const, available: null }] : []),
        { source: 'house' as const, available: coins(houseAvailable ?? (0n as Amount)) },
      ],
      markets: symbols
        .filter(({ quoteAssetId }) => quoteAssetId === assetId)
        .map((symbol) => rowOf(symbol, offers.get(symbol.symbolId))),
    };
  }

  /** Performs an act of this desk, and tells how it stands after it. */
  async function perform(
    operator: Operator,
    body: Extract<Command, { readonly reason: string }>,
    details: Readonly<Record<string, string>>,
    errorOf: (rejection: RejectionCode) => ReturnType<typeof errorKeyOfRejection>,
    key: string | null,
  ): Promise<OperatorSeconds> {
    const act = { action: body.type, body, details: { ...details, reason: body.reason }, errorOf };
    await acts.perform(operator, act, key);
    return read();
  }

  return {
    read,
    async changeTerms(operator, symbolId, { minQuantity, maxQuantity, periods, reason }, key) {
      const symbol = nameOf(symbolId);
      const rates = periods.map(({ periodSeconds, payoutPercent }) => {
        const ppm = parseDecimal(payoutPercent, PPM_SCALE);
        if (ppm === null) throw new Refusal('SECONDS_TERMS_INVALID');
        return { periodS: periodSeconds, payoutPpm: Number(ppm) };
      });
      rates.sort((a, b) => a.periodS - b.periodS);
      const shown = rates.map(({ periodS, payoutPpm }) => `${periodS} s ${ppmPercent(payoutPpm)}%`);
      const details = { symbol, quantity: `${minQuantity}–${maxQuantity}`, periods: shown.join(', ') };
      const body = {
        type: 'changeSecondsTerms',
        symbolId,
        minQuantity,
        maxQuantity,
        periods: rates,
        reason,
      } as const;
      return perform(operator, body, details, termsError, key);
    },
    async changeCap(operator, symbolId, { cap, reason }, key) {
      const details = { symbol: nameOf(symbolId), cap };
      const body = { type: 'changeSecondsCap', symbolId, cap: await unitsOf(cap), reason } as const;
      return perform(operator, body, details, amountError, key);
    },
    async setUserCap(operator, { cap, reason }, key) {
      const units = cap === null ? null : await unitsOf(cap);
      const body = { type: 'setSecondsUserCap', cap: units, reason } as const;
      return perform(operator, body, { cap: cap ?? 'none' }, amountError, key);
    },
    async setState(operator, symbolId, { state, reason }, key) {
      const body = { type: 'setSecondsState', symbolId, state, reason } as const;
      return perform(operator, body, { symbol: nameOf(symbolId), state }, errorKeyOfRejection, key);
    },
    async addToPool(operator, { amount, source, reason }, key) {
      const { assetId } = await stakeAsset();
      const fromUserId = source === 'practice' ? 0 : HOUSE_USER_ID;
      const body = {
        type: 'addToSecondsPool',
        assetId,
        amount: await unitsOf(amount),
        fromUserId,
        reason,
      } as const;
      return perform(operator, body, { amount, source }, amountError, key);
    },
  };
}
