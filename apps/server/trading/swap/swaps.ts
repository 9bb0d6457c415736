import type { CallData, Calls } from '@candor/api';
import { type Command, outcomeAs } from '@candor/kernel';
import { SWAP_QUOTE_MS } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import type { PageRequest } from '../../base/records/paging.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed, placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, readAmount, swapQuoteRowOf } from '../../engine/values/index.ts';
import { hearSwaps } from './heard-swaps.ts';
import { swapChangeRowOf, swapRowOf, swapTermsOf } from './rows.ts';

const PATIENCE_MS = 2_000;

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Swaps, as users meet them. */
export interface Swaps {
  offer(): Promise<Data<'getSwapOffer'>>;
  /** @throws Refusal also for what the kernel rejects */
  quote(
    userId: number,
    input: { readonly from: string; readonly to: string; readonly amount: string },
    headerKey: string | null,
  ): Promise<Data<'quoteSwap'>>;
  /** Resolves when it is durable. @throws Refusal also for what the kernel rejects */
  accept(userId: number, swapId: number, headerKey: string | null): Promise<Data<'acceptSwap'>>;
  list(userId: number, page: PageRequest): Promise<Data<'getSwapLog'>>;
  /** @throws Refusal SWAP_UNKNOWN */
  receipt(userId: number, swapId: number): Promise<Data<'getSwapReceipt'>>;
  /** Returns the operators' changes, newest first, each with its reason. */
  changes(page: PageRequest): Promise<Data<'getSwapChanges'>>;
}

export interface SwapsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

export function createSwaps({ core, history, catalogues }: SwapsDeps): Swaps {
  const swaps = hearSwaps(core);
  const upToDate = () => history.caughtUp(core.status().committedSeq, PATIENCE_MS);

  async function submit(userId: number, act: string, body: Command, headerKey: string | null) {
    const { key, bodyHash } = actKey(act, headerKey, null, body);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
    return outcomeAs(outcome, 'swap').swapId;
  }

  return {
    async offer() {
      const { state, stateReason, assets, seq } = await core.ask('swapOffer');
      const catalogue = catalogues.current();
      return {
        state,
        stateReason,
        quoteSeconds: SWAP_QUOTE_MS / 1_000,
        coins: assets.map(({ assetId, inventory, promised, isPriced, ...terms }) => ({
          coin: catalogue.assetById(assetId).code,
          ...swapTermsOf(catalogue, assetId, terms),
          inventory: amountText(catalogue, assetId, inventory),
          promised: amountText(catalogue, assetId, promised),
          priced: isPriced,
        })),
        seq,
      };
    },
    async quote(userId, { from, to, amount }, headerKey) {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(from);
      const body: Command = {
        type: 'quoteSwap',
        fromAssetId: asset.assetId,
        toAssetId: catalogue.asset(to).assetId,
        amount: readAmount(amount, asset.scale, 'amount'),
      };
      const swapId = await submit(userId, 'quoteSwap', body, headerKey);
      const open = await core.ask('swapQuote', userId);
      if (open?.swapId === swapId) return swapQuoteRowOf(catalogue, open);
      // a repeated key names a quote that is over: it is told as it was, and never made again
      await upToDate();
      const past = await history.swaps.quote(userId, swapId);
      if (past === null) throw new Refusal('OUTCOME_UNKNOWN');
      return swapQuoteRowOf(catalogue, past);
    },
    async accept(userId, id, headerKey) {
      const { swapId, swap: done } = await swaps.during(userId, async (heard) => {
        const accepted = await submit(userId, 'acceptSwap', { type: 'acceptSwap', swapId: id }, headerKey);
        return { swapId: accepted, swap: heard(String(id)) };
      });
      if (done !== null) return swapRowOf(catalogues.current(), done);
      // a repeated key names a swap that is over
      await upToDate();
      const swap = await history.swaps.swap(userId, swapId);
      if (swap === null) throw new Refusal('OUTCOME_UNKNOWN');
      return swapRowOf(catalogues.current(), swap);
    },
    async list(userId, page) {
      await upToDate();
      const { rows, next } = await history.swaps.swaps({ userId, ...page });
      const catalogue = catalogues.current();
      return placedPage(history, {
        records: rows.map((swap) => swapRowOf(catalogue, swap)),
        nextCursor: next,
      });
    },
    async receipt(userId, swapId) {
      await upToDate();
      const swap = await history.swaps.swap(userId, swapId);
      if (swap === null) throw new Refusal('SWAP_UNKNOWN');
      const [row] = await placed(history, [swapRowOf(catalogues.current(), swap)]);
      return row!;
    },
    async changes({ cursor, limit }) {
      await upToDate();
      const { rows, next } = await history.swaps.changes(cursor, limit);
      const catalogue = catalogues.current();
      return { records: rows.map((row) => swapChangeRowOf(catalogue, row)), nextCursor: next };
    },
  };
}
