import type { ContractState, GuardKeptMessage } from '@candor/api';
import type { CommittedBatch } from '@candor/journal';
import type { KernelEvent, PerpetualExitKeptEvent, PerpetualOrderAcceptedEvent } from '@candor/kernel';
import { contractFillOf, contractReceiptOf, isContractReceipt } from '@candor/projections';
import { onBatches } from '../../engine/core/index.ts';
import {
  ASKED_TOGETHER,
  type Catalogue,
  contractChannel,
  type FedChannel,
  type LiveFeed,
  type LiveFeedDeps,
} from '../../gateway/realtime/index.ts';
import { contractsText, figuresOf } from './figures.ts';
import { contractState } from './markets.ts';
import { receiptRow } from './receipts.ts';
import { type OpenContracts, openContractRows } from './records.ts';
import { fillRow as contractFillRow, named, type RowContext } from './rows.ts';

/**
 * Notifies the public of marks, funding and open interest, and connected users of their contracts: all that is open
 * after each change, fills and settlements. `flush` reads once what changed since the last call; `beat` reads the
 * positions of holders again, for their marks have moved.
 */
export function createPerpetualFeed(deps: LiveFeedDeps): LiveFeed {
  const { core, accounts, catalogue, hub, onError } = deps;
  const channelOf = openChannels(hub);
  /** Users who had positions at their last update. */
  const holders = new Set<number>();
  /** Users who received an update; whoever never used contracts receives none. */
  const told = new Set<number>();
  const due = new Set<number>();
  let marked = true;
  let reading = false;

  const concern = (userId: number): void => {
    due.add(userId);
  };
  const stopBatches = onBatches(core, (batch, gap) => {
    try {
      if (gap || movesStates(batch)) marked = true;
      tellEvents(deps, batch, concern);
    } catch (error) {
      onError(error);
    }
  });
  const stopSnapshots = accounts.onSnapshot(concern);

  const tell = (userId: number, open: OpenContracts, timeMs: number): void => {
    const { seq, positions, orders, stops, account } = open;
    const uses = positions.length + orders.length > 0 || /[1-9]/.test(account.walletBalance);
    if (!uses && !told.has(userId)) return;
    told.add(userId);
    if (positions.length === 0) holders.delete(userId);
    else holders.add(userId);
    accounts.tell(userId, { type: 'position', seq, t: timeMs, positions, orders, stops, account });
  };
  /** Queries the public data that changed and some of the users that are due. Returns false if the query failed. */
  const readSome = async (): Promise<boolean> => {
    const users = [...due].slice(0, ASKED_TOGETHER);
    const withStates = marked;
    for (const userId of users) due.delete(userId);
    marked = false;
    try {
      const context = rowContext(catalogue);
      const listed = withStates ? catalogue.contracts() : [];
      const symbolIds = listed.map(({ symbolId }) => symbolId);
      const { timeMs, live, ofUsers } = await core.ask(
        'contractsOfAll',
        symbolIds,
        users,
        context.settleAssetId,
      );
      for (const [at, { name, info }] of listed.entries()) {
        channelOf(name).push(contractState(context.figures, info, live[at]!, timeMs));
      }
      for (const [userId, facts] of ofUsers) tell(userId, openContractRows(context, facts), timeMs);
      return true;
    } catch (error) {
      for (const userId of users) due.add(userId);
      marked = marked || withStates;
      onError(error);
      return false;
    }
  };
  const read = async (): Promise<void> => {
    reading = true;
    do {
      if (!(await readSome())) break;
    } while (due.size > 0);
    reading = false;
  };

  for (const { name } of catalogue.contracts()) channelOf(name);

  return {
    flush() {
      if (!reading && (marked || due.size > 0)) void read();
    },
    beat() {
      for (const userId of holders) {
        if (accounts.follows(userId)) concern(userId);
        else holders.delete(userId);
      }
      for (const userId of told) if (!accounts.follows(userId)) told.delete(userId);
    },
    stop() {
      stopBatches();
      stopSnapshots();
    },
  };
}

/** Tells connected users of a batch's fills, settlements and kept guards, and notes whose contracts it changes. */
function tellEvents(
  { accounts, catalogue }: LiveFeedDeps,
  { commands }: CommittedBatch,
  concern: (userId: number) => void,
): void {
  if (accounts.followed() === 0) return;
  for (const { stamp, events } of commands) {
    const message = { seq: stamp.seq, t: stamp.timeMs };
    for (const [line, event] of events.entries()) {
      for (const userId of usersOf(event)) if (accounts.follows(userId)) concern(userId);
      if (event.type === 'perpetualTrade') {
        for (const role of ['maker', 'taker'] as const) {
          const fill = accounts.follows(event[role].userId) ? contractFillOf(event, role, stamp) : null;
          if (fill === null) continue;
          const row = contractFillRow(rowContext(catalogue), fill);
          accounts.tell(fill.userId, { type: 'contractFill', ...message, fill: row });
        }
      } else if (isGuardKept(event) && accounts.follows(event.userId)) {
        accounts.tell(event.userId, {
          type: 'guardKept',
          ...message,
          guard: guardOf(rowContext(catalogue), event),
        });
      } else if (isContractReceipt(event) && accounts.follows(event.userId)) {
        const settlement = receiptRow(rowContext(catalogue), contractReceiptOf(event, line, stamp));
        accounts.tell(event.userId, { type: 'settlement', ...message, settlement });
      }
    }
  }
}

/** Returns a function that gives the channel of a contract, and opens it where there is none. */
function openChannels(hub: LiveFeedDeps['hub']): (name: string) => FedChannel<ContractState> {
  const states = new Map<string, FedChannel<ContractState>>();
  return (name) => {
    let channel = states.get(name);
    if (channel === undefined) {
      channel = contractChannel(name);
      states.set(name, channel);
      hub.add(channel);
    }
    return channel;
  };
}

const movesStates = ({ commands }: CommittedBatch): boolean =>
  commands.some(({ events }) => events.some(movesState));

/** Returns true if the event changes the public state of a contract. */
function movesState({ type }: KernelEvent): boolean {
  return type === 'perpetualMark' || type === 'perpetualFunding' || type === 'perpetualTrade';
}

/** Whose open contracts an event changes. */
function usersOf(event: KernelEvent): readonly number[] {
  switch (event.type) {
    case 'perpetualOrderAccepted':
    case 'perpetualOrderTriggered':
    case 'perpetualOrderRested':
    case 'perpetualOrderCut':
    case 'perpetualOrderDone':
    case 'perpetualPosition':
    case 'perpetualSettings':
    case 'perpetualPositionMode':
    case 'perpetualExitSet':
    case 'perpetualExitDone':
    case 'perpetualExitKept':
    case 'perpetualOrderArmed':
      return [event.userId];
    case 'perpetualTrade':
      return [event.maker.userId, event.taker.userId];
    case 'balance':
      return event.wallet === 'contract' ? [event.userId] : [];
    default:
      return [];
  }
}

type GuardEvent = PerpetualExitKeptEvent | (PerpetualOrderAcceptedEvent & { readonly keptFrom: number });

/** True where an exit or a triggered order fired and stays for what it could not close, or is armed again. */
function isGuardKept(event: KernelEvent): event is GuardEvent {
  if (event.type === 'perpetualOrderAccepted') return event.keptFrom !== 0 && !event.house;
  return event.type === 'perpetualExitKept';
}

function guardOf(context: RowContext, event: GuardEvent): GuardKeptMessage['guard'] {
  const of = { product: 'contract', ...named(context, context.contract(event.symbolId)) } as const;
  return event.type === 'perpetualExitKept'
    ? { ...of, kind: 'stop', id: event.exitId, state: event.state, left: contractsText(event.leftLots) }
    : { ...of, kind: 'order', id: event.orderId, state: 'retrying', left: contractsText(event.lots) };
}

/** Returns the context that rows of contracts are written with, by what is listed now. */
function rowContext(catalogue: Catalogue): RowContext {
  const asset = (assetId: number) => {
    const found = catalogue.asset(assetId);
    if (found === undefined) throw new Error(`no asset ${assetId} is listed`);
    return found;
  };
  const contracts = catalogue.contracts();
  return {
    figures: figuresOf((assetId) => asset(assetId).scale),
    contract(symbolId) {
      const found = contracts.find((contract) => contract.symbolId === symbolId);
      if (found === undefined) throw new Error(`no contract ${symbolId} is listed`);
      return { ...found.info, indexSymbol: catalogue.symbol(found.info.indexSymbolId)?.name ?? '' };
    },
    shownName: ({ baseAssetId, settleAssetId }) => `${asset(baseAssetId).code}/${asset(settleAssetId).code}`,
    coin: (assetId) => asset(assetId).code,
    scale: (assetId) => asset(assetId).scale,
    settleAssetId: contracts[0]?.info.settleAssetId ?? usdtOf(catalogue),
  };
}

function usdtOf(catalogue: Catalogue): number {
  return catalogue.symbols().find(({ name }) => name.endsWith('USDT'))?.quoteAssetId ?? 0;
}
