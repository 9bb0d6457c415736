import type { OperatorSymbolRow, symbolsDeskCalls } from '@candor/api';
import type { SymbolInfo, SymbolState } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { shownName } from '../../engine/values/index.ts';
import type { DeskDeps, DeskHandlers, Operator, OperatorActs } from '../../operators/operator/index.ts';

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
  readonly acts: OperatorActs;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
}

type BookState = Pick<SymbolInfo, 'symbolId' | 'name' | 'state' | 'stateReason'>;

export function createSymbolStates({ acts, core, catalogues }: SymbolStatesOptions): SymbolStates {
  const rowOf = (symbol: SymbolInfo): OperatorSymbolRow => ({
    symbolId: symbol.symbolId,
    kind: 'spot',
    symbol: symbol.name,
    symbol_name: shownName(catalogues.current(), symbol),
    state: symbol.state,
    stateReason: symbol.stateReason,
  });
  const contractRowOf = ({ symbolId, name, state, stateReason }: BookState): OperatorSymbolRow => ({
    symbolId,
    kind: 'contract',
    symbol: name,
    symbol_name: name,
    state,
    stateReason,
  });
  /** Spot symbols, then contracts: their ids are of one row of numbers. */
  const list = async () => {
    const { symbols, contracts } = await core.ask('bookStates');
    return [...symbols.map(rowOf), ...contracts.map(contractRowOf)];
  };

  async function find(symbolId: number): Promise<OperatorSymbolRow> {
    const row = (await list()).find((listed) => listed.symbolId === symbolId);
    if (row === undefined) throw new Refusal('UNKNOWN_SYMBOL');
    return row;
  }

  return {
    list,
    async set(operator, change, headerKey) {
      const { symbol, kind } = await find(change.symbolId);
      const type = kind === 'contract' ? 'setPerpetualState' : 'setSymbolState';
      const details = { symbol, state: change.state, reason: change.reason };
      await acts.perform(
        operator,
        { action: 'setSymbolState', body: { type, ...change }, details },
        headerKey,
      );
      return find(change.symbolId);
    },
  };
}

export function symbolsDesk(deps: DeskDeps): DeskHandlers<typeof symbolsDeskCalls> {
  const symbols = createSymbolStates(deps);
  return {
    getOperatorSymbols: () => symbols.list(),
    setSymbolState: ({ session, params, body, idempotencyKey }) =>
      symbols.set(session, { symbolId: params.symbolId, ...body }, idempotencyKey),
  };
}
