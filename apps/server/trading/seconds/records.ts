import type { CallData, Calls, SecondRow } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import { placed } from '../../engine/placed.ts';
import type { OrderScope } from '../spot/index.ts';
import { secondsChangeRowOf } from './changes.ts';
import { type SecondsDeps, upToDate } from './context.ts';
import { findSecond } from './find.ts';
import {
  openSecondShown,
  receiptOf,
  type ShownSecond,
  secondOfRecord,
  secondRowOf,
  ticketOf,
} from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

export interface SecondsFilter {
  readonly scope: OrderScope;
  readonly symbol: string | null;
}

/** Lists a user's contracts, newest first. */
export async function listSeconds(
  deps: SecondsDeps,
  userId: number,
  { scope, symbol }: SecondsFilter,
  { cursor, limit, fromMs = null, toMs = null }: PageRequest,
): Promise<Listed<SecondRow>> {
  const { core, catalogues, now } = deps;
  const catalogue = catalogues.current();
  const symbolId = symbol === null ? null : catalogue.symbol(symbol).symbolId;
  const beforeId = cursor === null ? null : Number(cursor);
  if (beforeId !== null && !Number.isSafeInteger(beforeId)) {
    throw new Refusal('INVALID_INPUT', { field: 'cursor' });
  }
  const asked = { symbolId, beforeId, fromMs, toMs };
  const openNow = (await core.ask('openSeconds', userId)).map(openSecondShown);
  const seconds =
    scope === 'open'
      ? openNow.filter(({ terms }) => isAsked(terms, asked)).reverse()
      : await recorded(deps, openNow, { userId, ...asked, limit, ended: scope === 'history' });
  const rows = seconds.slice(0, limit);
  const more = seconds.length > limit;
  return {
    records: rows.map((second) => secondRowOf(catalogue, second, now())),
    nextCursor: more ? String(rows.at(-1)!.terms.contractId) : null,
  };
}

/** Returns a contract's ticket and, once it is over, its receipt. @throws Refusal SECONDS_UNKNOWN */
export async function readReceipt(
  { core, history, catalogues, tickets, now }: SecondsDeps,
  userId: number,
  contractId: number,
): Promise<Data<'getSecondContractReceipt'>> {
  const [{ second, record }, ticket] = await Promise.all([
    findSecond({ core, history }, userId, contractId, 'UNAVAILABLE'),
    tickets.sign(userId, contractId, 'UNAVAILABLE'),
  ]);
  const catalogue = catalogues.current();
  const terms = ticketOf(catalogue, second.terms, second.simulated);
  const [at] = second.end === null ? [] : await placed(history, [second]);
  return {
    order: secondRowOf(catalogue, second, now()),
    ticket,
    receipt: second.end === null ? null : receiptOf(catalogue, terms, second.end, second.terms.assetId),
    judgement: record?.judgement ?? null,
    journal: at?.journal ?? null,
  };
}

/** Returns the operators' changes, newest first, each with its reason. */
export async function listChanges(
  deps: SecondsDeps,
  { cursor, limit }: PageRequest,
): Promise<Data<'getSecondContractChanges'>> {
  const { core, history, catalogues } = deps;
  const beforeSeq = cursor === null ? null : Number(cursor);
  if (beforeSeq !== null && !Number.isSafeInteger(beforeSeq)) {
    throw new Refusal('INVALID_INPUT', { field: 'cursor' });
  }
  const assetId = await core.ask('secondsAsset');
  await upToDate(deps);
  const rows = await history.seconds.changes(beforeSeq, limit + 1);
  const records = rows.slice(0, limit);
  const catalogue = catalogues.current();
  return {
    records: records.map((row) => secondsChangeRowOf(catalogue, assetId, row)),
    nextCursor: rows.length > limit ? String(records.at(-1)!.seq) : null,
  };
}

/** Returns rows of the read models; for a contract that is still open there, the kernel's row where it has one. */
async function recorded(
  deps: SecondsDeps,
  openNow: readonly ShownSecond[],
  query: Asked & { readonly userId: number; readonly limit: number; readonly ended: boolean },
): Promise<ShownSecond[]> {
  await upToDate(deps);
  const records = await deps.history.seconds.contracts({ ...query, limit: query.limit + 1 });
  const byId = new Map(openNow.map((second) => [second.terms.contractId, second]));
  return records.map((record) => {
    const live = record.end === null ? byId.get(record.terms.contractId) : undefined;
    return live ?? secondOfRecord(record);
  });
}

interface Asked {
  readonly symbolId: number | null;
  /** Only contracts with smaller ids. */
  readonly beforeId: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

function isAsked(terms: ShownSecond['terms'], { symbolId, beforeId, fromMs, toMs }: Asked): boolean {
  return (
    (symbolId === null || terms.symbolId === symbolId) &&
    (beforeId === null || terms.contractId < beforeId) &&
    (fromMs === null || terms.acceptedMs >= fromMs) &&
    (toMs === null || terms.acceptedMs < toMs)
  );
}
