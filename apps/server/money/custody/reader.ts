import type { DelistedReason, OperatorCustody } from '@candor/api';
import type { AssetInfo } from '@candor/kernel';
import { formatDecimal, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { idOf } from '../../base/database/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import type { DeskDeps } from '../../operators/operator/index.ts';
import { chainsOf, type DepositAsset, type ListedChain } from '../chains/index.ts';
import { delistedCoins, followedKeys, listNodes, listTakenBack } from '../deposits/index.ts';
import { listHalted } from '../halts/index.ts';
import { newestReports, openChainAlarms, type StoredReport, treasuryTermsOf } from '../treasury/index.ts';
import { stoppedWallets } from '../withdrawals/index.ts';

type Coin = OperatorCustody['coins'][number];
type CustodyDeps = Pick<DeskDeps, 'core' | 'catalogues' | 'operators'>;

/** Digits of a share in percent. */
const SHARE_SCALE = 2;

/** Accounts of an asset in the ledger, in base units. */
interface Figures {
  readonly shortage: bigint;
  readonly suspense: bigint;
  readonly houseFloat: bigint;
  readonly networkCosts: bigint;
  readonly depositLosses: bigint;
}

/** A coin of a chain, as the chain, the newest comparison and the ledger say. */
interface Found {
  readonly chain: ListedChain;
  readonly onChain: DepositAsset;
  readonly asset: AssetInfo;
  readonly report: StoredReport | undefined;
  readonly figures: Figures;
  readonly delisted: DelistedReason | null;
}

/** Reads custody of all chains that are or were followed: the newest report of each coin beside the ledger's own accounts. */
export async function readCustody(deps: CustodyDeps): Promise<OperatorCustody> {
  const db = deps.operators.db;
  const catalogue = deps.catalogues.current();
  const coins = (await findCoins(deps, catalogue)).map(coinOf);
  const scaleOf = (coin: string) => catalogue.asset(coin).scale;
  return {
    stopped: (await stoppedWallets(db)).map(({ chain, atMs, ...wallet }) => ({
      network: chain,
      ...wallet,
      time: atMs,
    })),
    halted: (await listHalted(db)).map(({ kind, no, chain, coin, cause, at }) => ({
      kind,
      id: idOf(no),
      network: chain,
      coin,
      detail: cause,
      time: at.getTime(),
    })),
    alarms: (await openChainAlarms(db)).map(({ chain, kind, details }) => ({
      network: chain,
      kind,
      figure: Number(details),
    })),
    coins,
    nodes: (await listNodes(db)).map(({ chain, node, state, sinceMs, contradictions }) => ({
      network: chain,
      node,
      state,
      since: sinceMs,
      contradictions,
    })),
    takenBack: (await listTakenBack(db)).map(({ depositNo, userId, coin, chain, missing, ...rest }) => ({
      id: depositNo,
      userId,
      coin,
      network: chain,
      amount: formatDecimal(missing, scaleOf(coin)),
      transaction: rest.transactionHash,
      time: rest.atMs,
    })),
  };
}

async function findCoins({ core, operators }: CustodyDeps, catalogue: Catalogue): Promise<Found[]> {
  const db = operators.db;
  const chains = chainsOf(catalogue.mode);
  const newest = await newestReports(db);
  const followed = await followedKeys(db);
  const isServed = (key: string) => followed.has(key) || newest.some(({ chain }) => chain === key);
  const served = chains.filter(({ key }) => isServed(key));
  const listed = served.flatMap((chain) =>
    chain.assets.flatMap((onChain) => {
      const asset = catalogue.assets.find(({ code }) => code === onChain.code);
      return asset === undefined ? [] : [{ chain, onChain, asset }];
    }),
  );
  const none = { depositNos: [], fundingNos: [], costNos: [], withdrawalNos: [] };
  const { assets } = await core.ask(
    'custodyFigures',
    listed.map(({ asset }) => asset.assetId),
    none,
  );
  const delisted = new Map(
    await Promise.all(served.map(async ({ key }) => [key, await delistedCoins(db, key)] as const)),
  );
  return listed.map(({ chain, onChain, asset }) => ({
    chain,
    onChain,
    asset,
    report: newest.find((each) => each.chain === chain.key && each.coin === onChain.code),
    figures: assets.find(({ assetId }) => assetId === asset.assetId)!,
    delisted: delisted.get(chain.key)?.get(onChain.code) ?? null,
  }));
}

function coinOf({ chain, onChain, asset, report, figures, delisted }: Found): Coin {
  const { code: coin, decimals } = onChain;
  const own = (units: string | undefined) => formatDecimalTrimmed(BigInt(units ?? 0), decimals);
  const fine = (units: bigint) => formatDecimalTrimmed(units, Math.max(decimals, asset.scale));
  const ledger = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
  const kinds = [report?.hot, report?.gas, report?.cold, report?.deposits];
  const total = kinds.reduce((sum, units) => sum + BigInt(units ?? 0), 0n);
  const hot = BigInt(report?.hot ?? 0);
  const terms = treasuryTermsOf(coin);
  const [least, most] = [terms?.hotLeast ?? '0', terms?.hotMost ?? '0'];
  const isLow = hot < (parseDecimal(least, decimals) ?? 0n);
  const isHigh = hot > (parseDecimal(most, decimals) ?? 0n);
  return {
    coin,
    network: chain.key,
    state: stateOf(report, figures),
    delisted,
    time: report?.at.getTime() ?? null,
    block: report?.block_number ?? null,
    hot: own(report?.hot),
    gas: own(report?.gas),
    cold: own(report?.cold),
    deposits: own(report?.deposits),
    incoming: fine(BigInt(report?.incoming ?? 0)),
    outgoing: fine(BigInt(report?.outgoing ?? 0)),
    unbooked: fine(BigInt(report?.dust ?? 0) + BigInt(report?.remainder ?? 0)),
    found: ledger(BigInt(report?.found ?? 0)),
    booked: ledger(BigInt(report?.booked ?? 0)),
    shortage: ledger(figures.shortage),
    suspense: ledger(figures.suspense),
    houseFloat: ledger(figures.houseFloat),
    networkCosts: ledger(figures.networkCosts),
    depositLosses: ledger(figures.depositLosses),
    hotShare:
      total === 0n ? null : formatDecimal((hot * 100n * 10n ** BigInt(SHARE_SCALE)) / total, SHARE_SCALE),
    hotLeast: least,
    hotMost: most,
    hotState: isLow ? 'low' : isHigh ? 'high' : 'within',
  };
}

function stateOf(report: StoredReport | undefined, { shortage, suspense }: Figures): Coin['state'] {
  if (report === undefined) return 'unchecked';
  if (shortage > 0n) return 'short';
  return suspense > 0n ? 'surplus' : 'agrees';
}
