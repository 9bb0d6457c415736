import type { CallName, Feature } from '@candor/api';
import type { SignedIn } from '../http/context.ts';
import type { Features } from './features.ts';

/** The parts of a context that decide which product an act opens. */
interface Opening {
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly session: SignedIn | null;
}

type Handler = (context: Opening) => unknown;

/** The coin that everything leaves through: exchanging into it closes. */
const WAY_OUT = 'USDT';
/** Directions 1 and 2 of the legacy calls open, 3 and 4 close. */
const OPENS_UP_TO = 2;

const ifBuys =
  (part: 'params' | 'body') =>
  (context: Opening): Feature | null =>
    context[part]?.side === 'buy' ? 'spot' : null;

/**
 * The product that a call opens something of; null where it closes. Selling, repaying, closing, cancelling and
 * withdrawing stand in no line: they are open everywhere.
 */
const opening: { readonly [Name in CallName]?: (context: Opening) => Feature | null } = {
  exchange: ifBuys('params'),
  exchangeOco: ifBuys('params'),
  amendEntrust: () => 'spot',
  currencyOrderSubmit: ifBuys('body'),
  currencyOrderOco: ifBuys('body'),
  currencyOrderAmend: () => 'spot',
  openContract: () => 'perpetual',
  reversePosition: () => 'perpetual',
  contractOrderSubmit: ({ body }) => (Number(body?.direction) <= OPENS_UP_TO ? 'perpetual' : null),
  createSecondContractOrder: () => 'seconds',
  allBorrow: () => 'margin',
  fixedBorrow: () => 'margin',
  quoteSwap: ({ body }) => (String(body?.to).toUpperCase() === WAY_OUT ? null : 'swap'),
  getDepositAddress: () => 'deposit',
};

/** Stands before the handlers of opening acts: what is closed in the user's country is refused with the reason. */
export function guardFeatures<Table extends object>(
  handlers: Table,
  features: Pick<Features, 'admit'>,
): Table {
  const guarded = Object.entries(opening).map(([name, featureOf]) => {
    const handler = (handlers as Readonly<Record<string, Handler>>)[name];
    if (handler === undefined) throw new Error(`${name} is no call`);
    const guardedHandler: Handler = (context) => {
      const feature = featureOf(context);
      if (feature === null || context.session === null) return handler(context);
      const waits = features.admit(context.session.userId, feature);
      return waits === undefined ? handler(context) : waits.then(() => handler(context));
    };
    return [name, guardedHandler];
  });
  return { ...handlers, ...Object.fromEntries(guarded) };
}
