import type { CallData, Calls } from '@candor/api';
import { normaliseEvmAddress } from '@candor/chains';
import type { Amount } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, poolEntryRowOf } from '../../engine/values/index.ts';
import type { ChainLine, JoinChain } from './chain-line.ts';
import type { Joins } from './joins.ts';
import type { Linked } from './linked.ts';
import { indexLinesOf, MAX_INDEX_POINTS } from './mining-index.ts';
import {
  accrualRowOf,
  changeRowOf,
  gearRowsOf,
  indexRowsOf,
  poolRowOf,
  recordRowOf,
  registryRowOf,
  rewardRowsOf,
  termsHashOf,
  timeOf,
} from './rows.ts';
import type { WalletChanges } from './wallet-change.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;
type Kind = Data<'getMiningRecords'>['records'][number]['kind'];

export interface MiningDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly chain: ChainLine;
  readonly linked: Pick<Linked, 'row'>;
  readonly joins: Pick<Joins, 'last' | 'joinedTime'>;
  readonly changes: Pick<WalletChanges, 'of'>;
  /** Addresses of the house on a chain, by the chain's key. */
  readonly houseAddresses: (network: string) => Promise<readonly string[]>;
  readonly now: () => number;
}

const NOTHING = 0n as Amount;

export type Mining = ReturnType<typeof createMining>;

/** DeFi mining, as users meet it: one coin is locked and paid. */
export function createMining(deps: MiningDeps) {
  const { core, history, catalogues } = deps;
  return {
    overview: () => overviewOf(deps),
    async poolEntries({ cursor, limit }: PageRequest): Promise<Data<'getMiningPoolEntries'>> {
      const { streams } = await core.ask('miningState');
      await upToDate(deps);
      const catalogue = catalogues.current();
      const entries = await history.mining.entries(streams[0]?.assetId ?? 0, cursor, limit);
      return listed(entries, (entry) => poolEntryRowOf(catalogue, entry));
    },
    index: () => indexOf(deps),
    account: (userId: number) => accountOf(deps, userId),
    async records(userId: number, kind: Kind | null, page: PageRequest): Promise<Data<'getMiningRecords'>> {
      await upToDate(deps);
      const catalogue = catalogues.current();
      return listed(await history.mining.moves({ userId, kind, ...page }), (record) =>
        recordRowOf(catalogue, record),
      );
    },
    async record(userId: number, id: string): Promise<Data<'getMiningRecord'>> {
      await upToDate(deps);
      const [seq, line] = id.split('.').map(Number);
      const record = await history.mining.move(userId, seq!, line!);
      if (record === null) throw new Refusal('NOT_FOUND');
      const [row] = await placed(history, [recordRowOf(catalogues.current(), record)]);
      return row!;
    },
  };
}

const upToDate = ({ core, history }: MiningDeps) =>
  history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

/** The chain that wallets join on; null while its process does not answer. */
async function chainOrNone(chain: ChainLine): Promise<JoinChain | null> {
  try {
    return await chain.chain();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function overviewOf(deps: MiningDeps): Promise<Data<'getMiningOverview'>> {
  const { core, history, catalogues, chain, houseAddresses, now } = deps;
  const { streams, participants, announced, seq } = await core.ask('miningState');
  const stream = streams[0];
  const time = now();
  const registry = await chainOrNone(chain);
  const joined =
    registry?.isOpen === true ? registryRowOf(registry, await houseAddresses(registry.network)) : null;
  if (stream === undefined) return { ...closedOverview, participants, registry: joined, time, seq };
  await upToDate(deps);
  const catalogue = catalogues.current();
  const { assetId } = stream;
  const { code, scale } = catalogue.assetById(assetId);
  const text = (amount: bigint) => amountText(catalogue, assetId, amount as Amount);
  const next = announced.find(({ change }) => 'assetId' in change && change.assetId === assetId);
  const open = joined === null ? 'joinsClosed' : 'open';
  return {
    state: stream.gears.length === 0 ? 'closed' : open,
    coin: code,
    scale,
    totalOutput: text(stream.claimed + stream.owed),
    effectiveNodes: stream.gears.reduce((sum, { holders }) => sum + holders, 0),
    participants,
    held: text(stream.held),
    gears: gearRowsOf(catalogue, stream),
    next: next === undefined ? null : changeRowOf(catalogue, next),
    pool: poolRowOf(catalogue, stream, await history.mining.paid(assetId, time)),
    registry: joined,
    termsVersion: stream.termsNo,
    termsHash: termsHashOf(catalogue, stream),
    time,
    seq,
  };
}

async function indexOf(deps: MiningDeps): Promise<Data<'getMiningIndex'>> {
  const { core, history, catalogues, now } = deps;
  const { stream, versions, seq } = await core.ask('miningIndex');
  const time = now();
  if (stream === null) return { coin: null, scale: 0, gears: [], points: [], endsTime: null, time, seq };
  await upToDate(deps);
  const catalogue = catalogues.current();
  const { assetId, endSecond } = stream;
  const { code, scale } = catalogue.assetById(assetId);
  // the read models may know of later commands than the stream does
  const points = await history.mining.points(assetId, seq, MAX_INDEX_POINTS);
  const lines = indexLinesOf({ stream, versions, points });
  return {
    coin: code,
    scale,
    ...indexRowsOf(catalogue, assetId, lines),
    endsTime: timeOf(endSecond),
    time,
    seq,
  };
}

async function accountOf(deps: MiningDeps, userId: number): Promise<Data<'getMiningAccount'>> {
  const { core, catalogues, chain, linked, joins, changes, now } = deps;
  const [{ address, positions, rewards, streams, seq }, wallet, registry] = await Promise.all([
    core.ask('miningOf', userId),
    linked.row(userId),
    chainOrNone(chain),
  ]);
  const catalogue = catalogues.current();
  const stream = streams[0];
  const own = positions.find(({ assetId }) => assetId === stream?.assetId);
  const asset = stream === undefined ? null : catalogue.assetById(stream.assetId);
  const text = (amount: Amount | undefined) =>
    asset === null ? '0' : amountText(catalogue, asset.assetId, amount ?? NOTHING);
  const join = await joins.last(userId, registry?.confirmations ?? 0);
  return {
    wallet,
    join,
    walletChange: await changes.of(userId),
    address: address === '' ? null : normaliseEvmAddress(address),
    joinedTime: address === '' ? null : await joins.joinedTime(userId, address),
    coin: asset?.code ?? null,
    scale: asset?.scale ?? 0,
    held: text(own?.held),
    gear: own?.gear ?? 0,
    accrued: text(own?.accrued),
    accrual: accrualRowOf(own, stream),
    output: text(own?.claimed),
    rewards: rewardRowsOf(catalogue, rewards),
    time: now(),
    seq,
  };
}

const NO_POOL = {
  balance: '0',
  owed: '0',
  free: '0',
  dailyOutput: '0',
  daysLeft: null,
  endsTime: null,
  isEmpty: false,
  paid7Days: '0',
  paid30Days: '0',
  paidTotal: '0',
};

/** The overview before the first terms. */
const closedOverview = {
  state: 'closed' as const,
  coin: null,
  scale: 0,
  totalOutput: '0',
  effectiveNodes: 0,
  held: '0',
  gears: [],
  next: null,
  pool: NO_POOL,
  termsVersion: 0,
  termsHash: null,
};
