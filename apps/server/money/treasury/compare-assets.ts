import type { ChainAdapter } from '@candor/chains';
import { amount } from '@candor/money';
import { assertFigures } from './asserts.ts';
import type { BalancesRead, ClassBalances } from './balances.ts';
import type { HouseInFlight, InFlightReaders } from './in-flight.ts';
import type { TreasuryAsk, treasuryQueries } from './queries.ts';
import { type FineUnits, fineUnits } from './units.ts';

/** One asset as it was compared. Amounts but those of the ledger are in the finer units of chain and ledger. */
export interface Compared {
  readonly coin: string;
  readonly assetId: number;
  readonly block: { readonly number: number; readonly hash: string };
  readonly balances: ClassBalances;
  readonly incoming: bigint;
  readonly outgoing: bigint;
  readonly dust: bigint;
  readonly remainder: bigint;
  readonly booked: bigint;
  readonly found: bigint;
  /** Coins that no transfer explains, by user's address, in base units of the chain; they are among `incoming`. */
  readonly unexplained: ReadonlyMap<string, bigint>;
}

type DepositsInFlight = Awaited<ReturnType<InFlightReaders['deposits']>>;
type PaymentsInFlight = Awaited<ReturnType<InFlightReaders['payments']>>;

/** Records of what is in flight, of one state of all tables. */
interface InFlight {
  readonly deposits: DepositsInFlight;
  readonly payments: PaymentsInFlight;
  readonly house: HouseInFlight;
}

/** Custody at one block: what the chain has, what is in flight, and what the ledger knows of that. */
interface Moment extends InFlight {
  readonly block: Compared['block'];
  readonly balances: BalancesRead;
  /** Payments that the block has and the ledger still. */
  readonly open: readonly { readonly coin: string; readonly amount: bigint }[];
  /** Gas that open transactions took, in base units of the chain's own coin. */
  readonly spent: bigint;
  readonly unexplained: Compared['unexplained'];
  /** Code of the chain's own coin; undefined where it is not listed. */
  readonly native: string | undefined;
  readonly ask: TreasuryAsk;
  /** The ledger's answer to `ask`. */
  readonly live: ReturnType<(typeof treasuryQueries)['custodyFigures']>;
}

interface ListedAsset {
  readonly asset: Pick<ChainAdapter['assets'][number], 'code' | 'decimals'>;
  readonly assetId: number;
  readonly scale: number;
}

const NONE: ReadonlyMap<string, bigint> = new Map();

const sum = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n);

/** Numbers of what is in flight, whose outcome the ledger is asked for. */
export const askOf = ({ deposits, payments, house }: InFlight): TreasuryAsk => ({
  depositNos: deposits.promised.map(({ depositNo }) => depositNo),
  fundingNos: house.fundings.map(({ fundingNo }) => fundingNo),
  costNos: [...payments.costs, ...house.costs].map(({ costNo }) => costNo),
  withdrawalNos: payments.ended.map(({ withdrawalNo }) => withdrawalNo),
});

/** Compares each listed asset. @throws InvariantError for figures that cannot be */
export function compareAssets(moment: Moment, listed: readonly ListedAsset[]): readonly Compared[] {
  const unsettled = unsettledOf(moment);
  return listed.map((each) => compareAsset(moment, unsettled, each));
}

/** Promises that the ledger did not take yet. */
interface Unsettled {
  readonly deposits: readonly {
    readonly coin: string;
    /** In base units of the ledger; below 0 for what is credited and left the chain. */
    readonly missing: bigint;
    /** In base units of the chain. */
    readonly returned: bigint;
  }[];
  readonly fundings: HouseInFlight['fundings'];
  readonly ended: PaymentsInFlight['ended'];
  /** In the chain's own coin, in base units of the ledger. */
  readonly costs: bigint;
}

function unsettledOf({ deposits, payments, house, ask, live }: Moment): Unsettled {
  const among = (numbers: readonly number[], flags: readonly boolean[]) =>
    new Set(numbers.filter((_, at) => flags[at] === true));
  const funded = among(ask.fundingNos, live.funded);
  const charged = among(ask.costNos, live.costs);
  const settled = among(ask.withdrawalNos, live.ended);
  const ended = payments.ended.filter(({ withdrawalNo }) => !settled.has(withdrawalNo));
  const costs = [...payments.costs, ...house.costs].filter(({ costNo }) => !charged.has(costNo));
  return {
    deposits: deposits.promised.map(({ coin, credited, returned }, at) => {
      const ofLedger = live.credited[at] ?? credited;
      // An amount that can no longer be reversed stays the house's.
      const isOpen = credited > 0n || live.reversible[at] === true;
      return { coin, missing: isOpen ? credited - ofLedger : 0n, returned: isOpen ? returned : 0n };
    }),
    fundings: house.fundings.filter(({ fundingNo }) => !funded.has(fundingNo)),
    ended,
    costs: sum(ended.map(({ networkFee }) => networkFee)) + sum(costs.map((each) => each.amount)),
  };
}

function compareAsset(
  moment: Moment,
  unsettled: Unsettled,
  { asset, assetId, scale }: ListedAsset,
): Compared {
  const { block, balances, deposits, house, live, unexplained } = moment;
  const units = fineUnits(asset.decimals, scale);
  const { ofChain, ledgerDown } = units;
  const coin = asset.code;
  const held = balances.byCoin.get(coin) ?? { hot: 0n, gas: 0n, cold: 0n, deposits: 0n };
  const incoming = incomingOf(moment, unsettled, coin, units);
  // Credited still, and on the chain no longer: held until it stands again or is reversed.
  const takenBack = sum(
    unsettled.deposits.filter((each) => each.coin === coin && each.missing < 0n).map((each) => -each.missing),
  );
  const outgoing = outgoingOf(moment, unsettled, { coin, takenBack }, units);
  assertFigures({
    coin,
    held: Object.values(held),
    waiting: (deposits.waiting.get(coin) ?? 0n) + (house.waiting.get(coin) ?? 0n),
    outgoing,
    takenBack,
  });
  const dust = ofChain(deposits.dust.get(coin) ?? 0n);
  const remainder = house.remainder.get(coin) ?? 0n;
  const total = ofChain(held.hot + held.gas + held.cold + held.deposits);
  const booked = live.assets.find((each) => each.assetId === assetId)?.held ?? amount(0n);
  const found = ledgerDown(total - incoming - dust - remainder + outgoing);
  return {
    coin,
    assetId,
    block,
    balances: held,
    incoming,
    outgoing,
    dust,
    remainder,
    booked,
    found,
    unexplained: coin === moment.native ? unexplained : NONE,
  };
}

/** Coins that came in and are not booked. */
function incomingOf(
  { deposits, house, unexplained, native }: Moment,
  unsettled: Unsettled,
  coin: string,
  { ofChain, ofLedger }: FineUnits,
): bigint {
  const promised = unsettled.deposits.filter((each) => each.coin === coin);
  const fundings = unsettled.fundings.filter((each) => each.coin === coin);
  return (
    ofChain((deposits.waiting.get(coin) ?? 0n) + sum(promised.map(({ returned }) => returned))) +
    ofChain(house.waiting.get(coin) ?? 0n) +
    ofChain(coin === native ? sum([...unexplained.values()]) : 0n) +
    ofLedger(
      sum(promised.filter(({ missing }) => missing > 0n).map(({ missing }) => missing)) +
        sum(fundings.map((each) => each.amount)),
    )
  );
}

/** Coins that left the chain and are booked still. */
function outgoingOf(
  { open, spent, native }: Moment,
  { ended, costs }: Unsettled,
  { coin, takenBack }: { readonly coin: string; readonly takenBack: bigint },
  { ofChain, ofLedger }: FineUnits,
): bigint {
  const isNative = coin === native;
  const paid = [...open, ...ended].filter((each) => each.coin === coin);
  return (
    ofLedger(sum(paid.map((each) => each.amount)) + (isNative ? costs : 0n) + takenBack) +
    (isNative ? ofChain(spent) : 0n)
  );
}
