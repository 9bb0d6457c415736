import type { Dashboard, dashboardDeskCalls } from '@candor/api';
import { formatDecimal, ticksToDecimal } from '@candor/money';
import { feedsOf } from '../../engine/catalogue/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

/** Reads the state of the house, all of the kernel's part at one sequence number. */
async function readDashboard(deps: DeskDeps): Promise<Dashboard> {
  const { core, history, catalogues, feed, outbox, operators, version, now } = deps;
  const catalogue = catalogues.current();
  const { assetById, mode } = catalogue;
  const { ledger, index } = await core.ask('houseFigures');
  const { queuedCommands, ...journal } = core.status();
  const { seq, lag, reason } = history.status();
  const { kind, phase, note, marketTimeMs, venues } = await feed.feedStatus();
  return {
    time: now(),
    version,
    mode,
    ...feedsOf(catalogue, { feedKind: () => kind }),
    notReady: { ...(await deps.notReady()) },
    journal,
    history: { seq, lag, reason },
    ledger: ledger.map(({ assetId, ...sums }) => {
      const { code, scale } = assetById(assetId);
      const text = (units: bigint) => formatDecimal(units, scale);
      return {
        assetId,
        coin: code,
        sum: text(sums.sum),
        custody: text(sums.custody),
        users: text(sums.users),
        house: text(sums.house),
        fees: text(sums.fees),
        safetyFund: text(sums.safetyFund),
        products: text(sums.products),
      };
    }),
    feedStatus: {
      phase,
      note,
      marketTime: marketTimeMs,
      venues: venues.map(({ name, connected }) => ({ name, connected })),
    },
    index: index.map(({ symbol, state }) => ({
      symbol: symbol.name,
      price: state === null || state.priceTicks === null ? null : ticksToDecimal(state.priceTicks, symbol),
      venuesUsed: state?.venuesUsed ?? 0,
      tickNo: state?.tickNo ?? 0,
      time: state?.timeMs ?? null,
    })),
    queues: [
      { name: 'commands', waiting: queuedCommands },
      { name: 'history', waiting: lag },
      { name: 'outbox', waiting: await outbox.waiting() },
    ],
    processes: await deps.processes(),
    operatorLog: await operators.log.head(),
  };
}

export function dashboardDesk(deps: DeskDeps): DeskHandlers<typeof dashboardDeskCalls> {
  return { getDashboard: () => readDashboard(deps) };
}
