import type { OperatorSeconds } from '@candor/api';
import type { Command, RejectionCode } from '@candor/kernel';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import type { ActDetails, FourEyesAct, FourEyesActs } from '../../operators/operator/index.ts';
import { ALL_MARKETS, createSecondsReader, type SecondsReaderOptions } from './desk-reader.ts';

type SecondsActs = FourEyesActs<
  'changeSecondsTerms' | 'changeSecondsCap' | 'setSecondsUserCap' | 'addToSecondsPool'
>;
type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** The details of an offer, as the log and the diff show them. */
export const termsDetails = (
  symbol: string,
  offer: {
    readonly minQuantity: number;
    readonly maxQuantity: number;
    readonly periods: readonly { readonly periodSeconds: number; readonly payoutPercent: string }[];
  },
): ActDetails => ({
  symbol,
  quantity: `${offer.minQuantity}–${offer.maxQuantity}`,
  periods: offer.periods.map((each) => `${each.periodSeconds} s ${each.payoutPercent}%`).join(', '),
});

/** Returns the error for a kernel rejection of terms or amounts. */
const termsError = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' || rejection === 'QUANTITY_INVALID' || rejection === 'AMOUNT_TOO_LARGE'
    ? 'SECONDS_TERMS_INVALID'
    : errorKeyOfRejection(rejection);
const amountError = (rejection: RejectionCode) =>
  rejection === 'QUANTITY_INVALID' ? 'AMOUNT_INVALID' : errorKeyOfRejection(rejection);

/** The acts on second contracts that wait for a second operator: their payload is the command itself. */
export function secondsFourEyes(options: SecondsReaderOptions): SecondsActs {
  const { read, nameOf } = createSecondsReader(options);
  const act = <Type extends Command['type']>(
    before: (command: Of<Type>, desk: OperatorSeconds) => ActDetails | null,
    errorOf: FourEyesErrorOf,
  ): FourEyesAct => ({
    before: async (payload) => before(decodeCommand(payload) as Of<Type>, await read()),
    effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
  });
  return {
    changeSecondsTerms: act<'changeSecondsTerms'>(({ symbolId }, { markets }) => {
      const market = markets.find((each) => each.symbolId === symbolId);
      if (market === undefined || market.minQuantity === null || market.maxQuantity === null) return null;
      const { minQuantity, maxQuantity, periods } = market;
      return termsDetails(nameOf(symbolId), { minQuantity, maxQuantity, periods });
    }, termsError),
    changeSecondsCap: act<'changeSecondsCap'>(({ symbolId }, { all, markets }) => {
      const found = symbolId === ALL_MARKETS ? all : markets.find((each) => each.symbolId === symbolId);
      return found === undefined ? null : { symbol: nameOf(symbolId), cap: found.cap };
    }, amountError),
    setSecondsUserCap: act<'setSecondsUserCap'>(
      (_, { userCap }) => ({ cap: userCap ?? 'none' }),
      amountError,
    ),
    addToSecondsPool: act<'addToSecondsPool'>(() => null, amountError),
  };
}

type FourEyesErrorOf = (rejection: RejectionCode) => ReturnType<typeof errorKeyOfRejection>;
