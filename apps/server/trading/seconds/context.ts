import type { Command, Done } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { type ActKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import type { Tickets } from './tickets/tickets.ts';

export interface SecondsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly tickets: Tickets;
  /** The known country of a user, never the one that comes with the act. */
  readonly features: { readonly countryOf: (userId: number) => Promise<string | null> };
  readonly now: () => number;
}

const PATIENCE_MS = 2_000;

/** Waits for the read models until they have what is committed now. */
export const upToDate = ({ core, history }: SecondsDeps) =>
  history.caughtUp(core.status().committedSeq, PATIENCE_MS);

/** Submits an act. @throws Refusal for what the kernel rejects */
export async function submit(
  { core }: SecondsDeps,
  userId: number,
  { key, bodyHash }: ActKey,
  body: Command,
): Promise<Done> {
  const { outcome } = await core.submit({ userId, key, bodyHash, body });
  if (!outcome.ok) throw new Refusal(errorKeyOfSecond(outcome.code, body.type));
  return outcome;
}

/** Returns the error key of second contracts for a general rejection of the kernel. */
function errorKeyOfSecond(code: Parameters<typeof errorKeyOfRejection>[0], type: Command['type']) {
  if (code === 'QUANTITY_INVALID') return 'SECONDS_QUANTITY';
  if (code === 'INVALID_COMMAND' && type === 'setSecondsLimits') return 'SECONDS_PAUSE_INVALID';
  return errorKeyOfRejection(code);
}
