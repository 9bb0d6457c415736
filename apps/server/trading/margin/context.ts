import type { MarginKind } from '@candor/api';
import type { Command, Done, MarginWallet } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { type ActKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';

export interface MarginDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

/** A margin account as a call names it: the cross one, or the isolated one of a market. */
export interface MarginChoice {
  readonly kind: MarginKind;
  readonly symbol: string | null;
}

interface Wallet {
  readonly wallet: MarginWallet;
  readonly symbolId: number;
}

const PATIENCE_MS = 2_000;

/** @throws Refusal UNKNOWN_SYMBOL */
export function walletOf(catalogue: Catalogue, { kind, symbol }: MarginChoice): Wallet {
  if (kind === 'all') return { wallet: 'margin-cross', symbolId: 0 };
  return { wallet: 'margin-isolated', symbolId: catalogue.symbol(symbol ?? '').symbolId };
}

/** The wallet of all margin accounts of a kind. */
export const walletOfKind = (kind: MarginKind): MarginWallet =>
  kind === 'all' ? 'margin-cross' : 'margin-isolated';

export const nameOf = ({ catalogues }: MarginDeps, symbolId: number) =>
  catalogues.current().symbolById(symbolId)?.name ?? null;

/** Waits for the read models until they have what is committed now. */
export const upToDate = ({ core, history }: MarginDeps) =>
  history.caughtUp(core.status().committedSeq, PATIENCE_MS);

/** Submits an act. @throws Refusal for what the kernel rejects */
export async function submit(
  { core }: MarginDeps,
  userId: number,
  { key, bodyHash }: ActKey,
  body: Command,
): Promise<Done> {
  const { outcome } = await core.submit({ userId, key, bodyHash, body });
  if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
  return outcome;
}
