import { randomUUID } from 'node:crypto';
import type { OperatorSymbolRow } from '@candor/contract';
import type { Engine } from '@candor/journal';
import type { PerpetualInfo, SymbolInfo, SymbolState } from '@candor/kernel';
import type { Kysely, Transaction } from 'kysely';
import type { Outbox } from '../outbox/index.ts';
import { Refusal } from '../refusal.ts';
import { type CatalogueFollower, errorKeyOfRejection, shownName } from '../usecases/index.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operators.ts';
import type { OperatorSchema } from './schema.ts';

/** The states of symbols, which operators may change: with a reason that users read, and never without a trace. */
export interface SymbolStates {
  list(): Promise<OperatorSymbolRow[]>;
  /** @throws Refusal UNKNOWN_SYMBOL, KEY_REUSED_WITH_OTHER_BODY */
  set(operator: Operator, change: SymbolChange, headerKey: string | null): Promise<OperatorSymbolRow>;
}

export interface SymbolChange {
  readonly symbolId: number;
  readonly state: SymbolState;
  readonly reason: string;
}

export interface SymbolStatesOptions {
  readonly db: Kysely<OperatorSchema>;
  readonly log: OperatorLog;
  readonly outbox: Outbox;
  readonly engine: Engine;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

export function createSymbolStates(options: SymbolStatesOptions): SymbolStates {
  const { db, log, outbox, engine, catalogues, now } = options;

  const rowOf = (symbol: SymbolInfo): OperatorSymbolRow => ({
    symbolId: symbol.symbolId,
    symbol: symbol.name,
    symbol_name: shownName(catalogues.current(), symbol),
    state: symbol.state,
    stateReason: symbol.stateReason,
  });
  const contractRowOf = ({ symbolId, name, state, stateReason }: PerpetualInfo): OperatorSymbolRow => ({
    symbolId,
    symbol: name,
    symbol_name: name,
    state,
    stateReason,
  });
  /** Spot symbols, then contracts: their ids are of one row of numbers. */
  const list = () =>
    engine.read((view) => [...view.symbols().map(rowOf), ...view.perpetual.symbols().map(contractRowOf)]);
  const isContract = (symbolId: number) => engine.read((view) => view.perpetual.symbol(symbolId) !== null);

  async function find(symbolId: number): Promise<OperatorSymbolRow> {
    const row = (await list()).find((listed) => listed.symbolId === symbolId);
    if (row === undefined) throw new Refusal('UNKNOWN_SYMBOL');
    return row;
  }

  /** Log entry and promise in one transaction; the same key again is the same act, which is already there. */
  async function promise(operator: Operator, change: SymbolChange, symbol: string, key: string) {
    const type = (await isContract(change.symbolId)) ? 'setPerpetualState' : 'setSymbolState';
    const body = { type, ...change } as const;
    await db.transaction().execute(async (trx) => {
      if (!(await outbox.promiseOnce(trx as Transaction<unknown>, { key, userId: 0, body }))) return;
      await log.append(trx, {
        timeMs: now(),
        operator: operator.name,
        action: 'setSymbolState',
        details: { symbol, state: change.state, reason: change.reason, key },
      });
    });
  }

  async function logRefused(operator: Operator, key: string, rejection: string): Promise<void> {
    await db.transaction().execute((trx) =>
      log.append(trx, {
        timeMs: now(),
        operator: operator.name,
        action: 'setSymbolState refused',
        details: { key, rejection },
      }),
    );
  }

  return {
    list,
    async set(operator, change, headerKey) {
      const { symbol } = await find(change.symbolId);
      const key = `setSymbolState:${operator.operatorId}:${headerKey ?? randomUUID()}`;
      await promise(operator, change, symbol, key);
      const { rejection } = await outbox.deliver(key);
      if (rejection !== null) {
        await logRefused(operator, key, rejection);
        throw new Refusal(errorKeyOfRejection(rejection));
      }
      return find(change.symbolId);
    },
  };
}
