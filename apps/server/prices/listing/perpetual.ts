import type { Command, ListPerpetual, SymbolInfo } from '@candor/kernel';
import { type Amount, amount, type Lots, parseDecimal } from '@candor/money';
import type { MaintenanceTier } from '@candor/rules';
import type { CoreLink } from '../../engine/core/index.ts';
import { HOUSE_USER_ID } from './first-commands.ts';
import { ASSET_SCALE, LISTED, QUOTE } from './listed.ts';

/** Contracts' ids stand above those of their index symbols by this. */
const FIRST_CONTRACT_ID = 100;
const FUNDING_INTERVAL_MS = 8 * 3_600_000;
const MIN_NOTIONAL = '5';
const MAX_OPEN_ORDERS = 200;
/** The maximum distance of a contract's limit price from the index, in parts per million. */
export const CONTRACT_BAND_PPM = 100_000;
const MAKER_FEE_PPM = 200;
const TAKER_FEE_PPM = 500;
const LIQUIDATION_FEE_PPM = 2_500;

/** Initial funds of the house for quoting contracts, and of the insurance fund, in practice mode. */
const HOUSE_FUNDING = '20000000';
const INSURANCE_FUNDING = '1000000';
/** Low enough for every tier, so that none of the house's fills is refused for its size. */
const HOUSE_LEVERAGE = 5;

type Tiers = readonly (readonly [floor: string, mmrPpm: number, maxLeverage: number])[];

const MAJOR_TIERS: Tiers = [
  ['0', 5_000, 100],
  ['250000', 10_000, 50],
  ['1000000', 25_000, 20],
  ['5000000', 50_000, 10],
  ['20000000', 100_000, 5],
];
const OTHER_TIERS: Tiers = [
  ['0', 10_000, 50],
  ['100000', 20_000, 25],
  ['500000', 50_000, 10],
  ['2000000', 100_000, 5],
];

interface ContractTerms {
  /** Amount of the coin that one contract is. */
  readonly size: string;
  /** The most contracts of one order. */
  readonly maxContracts: number;
  readonly tiers: Tiers;
  /** Notional for which the impact prices behind the funding premium are taken, in USDT. */
  readonly impact: string;
}

const major = (size: string, maxContracts: number): ContractTerms => ({
  size,
  maxContracts,
  tiers: MAJOR_TIERS,
  impact: '10000',
});
const other = (size: string, maxContracts: number): ContractTerms => ({
  size,
  maxContracts,
  tiers: OTHER_TIERS,
  impact: '5000',
});

/** One contract is some 5 to 100 USDT of the coin, so that whole contracts are fine enough. */
const CONTRACTS: Readonly<Record<string, ContractTerms>> = {
  BTC: major('0.001', 100_000),
  ETH: major('0.01', 200_000),
  BNB: other('0.01', 200_000),
  SOL: other('0.1', 200_000),
  XRP: other('10', 200_000),
  DOGE: other('100', 200_000),
  ADA: other('10', 500_000),
  AVAX: other('1', 100_000),
  LINK: other('1', 100_000),
  DOT: other('1', 500_000),
};

/**
 * Lists a contract for each coin of a practice journal that has none yet, and funds the insurance and the house's
 * contract wallet once, out of practice custody. What is listed stays as it is. A real journal is left alone.
 */
export async function openContractsForPractice(core: CoreLink): Promise<void> {
  const { mode, listed, symbols, assetId, insurance, hasHouse, hasWallet } = await core.ask(
    'contractsToOpen',
    HOUSE_USER_ID,
  );
  if (mode !== 'practice' || assetId === null) return;
  const system = (body: Command, key: string | null = null) => submit(core, 0, body, key);
  for (const contract of contractCommands(symbols, assetId)) {
    if (listed.has(contract.indexSymbolId)) continue;
    await system(contract);
    if (!hasHouse) continue;
    const leverage = { type: 'setLeverage', symbolId: contract.symbolId, leverage: HOUSE_LEVERAGE } as const;
    await submit(core, HOUSE_USER_ID, leverage, null);
  }
  if (!hasHouse || hasWallet) return;
  // With keys, so that a start that was cut short funds nothing twice.
  if (insurance === 0n) {
    const fund = { type: 'fundInsurance', assetId, amount: units(INSURANCE_FUNDING), fromUserId: 0 } as const;
    await system(fund, 'first-contracts:insurance:');
  }
  const funding = units(HOUSE_FUNDING);
  await system(
    { type: 'practiceFunds', accountUserId: HOUSE_USER_ID, assetId, amount: funding },
    'first-contracts:house:',
  );
  const symbolIds = { fromSymbolId: 0, toSymbolId: 0 };
  const move = {
    type: 'transfer',
    from: 'spot',
    to: 'contract',
    ...symbolIds,
    assetId,
    amount: funding,
  } as const;
  await submit(core, HOUSE_USER_ID, move, 'first-contracts:transfer:');
}

/** The listing of a contract for each listed coin. */
export function contractCommands(symbols: readonly SymbolInfo[], settleAssetId: number): ListPerpetual[] {
  return LISTED.flatMap(({ code }) => {
    const index = symbols.find(({ name }) => name === `${code}${QUOTE.code}`);
    const terms = CONTRACTS[code];
    return index === undefined || terms === undefined ? [] : [listContract(index, terms, settleAssetId)];
  });
}

/** Returns the initial funding of the house's contract wallet: nothing in real mode. */
export async function houseContractFunding(core: CoreLink): Promise<Amount> {
  return (await core.ask('journalMode')) === 'practice' ? units(HOUSE_FUNDING) : (0n as Amount);
}

async function submit(core: CoreLink, userId: number, body: Command, key: string | null): Promise<void> {
  const { outcome } = await core.submit({ userId, key, bodyHash: key === null ? null : body.type, body });
  if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
}

function listContract(index: SymbolInfo, terms: ContractTerms, settleAssetId: number): ListPerpetual {
  return {
    type: 'listPerpetual',
    symbolId: FIRST_CONTRACT_ID + index.symbolId,
    name: `${index.name}-PERP`,
    indexSymbolId: index.symbolId,
    settleAssetId,
    tickDecimal: index.tickDecimal,
    lotDecimal: terms.size,
    minNotional: units(MIN_NOTIONAL),
    maxLots: terms.maxContracts as Lots,
    maxOpenOrders: MAX_OPEN_ORDERS,
    priceBandPpm: CONTRACT_BAND_PPM,
    tiers: terms.tiers.map(([floor, mmrPpm, maxLeverage]): MaintenanceTier => {
      return { floorNotional: units(floor), mmrPpm, maxLeverage };
    }),
    fundingIntervalMs: FUNDING_INTERVAL_MS,
    impactNotional: units(terms.impact),
    makerFeePpm: MAKER_FEE_PPM,
    takerFeePpm: TAKER_FEE_PPM,
    liquidationFeePpm: LIQUIDATION_FEE_PPM,
  };
}

function units(decimal: string): Amount {
  const value = parseDecimal(decimal, ASSET_SCALE);
  if (value === null) throw new RangeError(`"${decimal}" is no amount`);
  return amount(value);
}
