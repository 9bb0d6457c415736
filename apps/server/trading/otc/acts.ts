import type { Committed } from '@candor/journal';
import { type Command, outcomeAs } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Act, actKey, errorKeyOfRejection, repeatOf } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';

/** Number of the offer or order of an act, and the act's place in the journal. */
export interface Acted {
  readonly id: number;
  readonly seq: number;
}

/** Acts of users. */
export interface OtcActs {
  /**
   * Does an act under the key of its request. `check` looks at what the ledger cannot know, before an act that is new: a
   * repeated one has its answer whatever stands now. @throws Refusal also for what the kernel rejects
   */
  do(userId: number, body: Command, headerKey: string | null, check?: () => Promise<void>): Promise<Acted>;
  /**
   * Does an act whose command is made of what was asked and of what stands now. A repeated one has its answer though
   * that is gone, as a closed offer is. @throws Refusal also for what the kernel rejects
   */
  make(
    userId: number,
    asked: Act,
    headerKey: string | null,
    commandOf: () => Promise<Command>,
  ): Promise<Acted>;
  /** True for an act that was done under the key of its request before. */
  isRepeated(userId: number, body: Command, headerKey: string | null): Promise<boolean>;
}

/** @throws Refusal for what the kernel rejects */
function actedOf({ outcome, seq }: Committed): Acted {
  if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
  return { id: outcomeAs(outcome, 'otc').id, seq };
}

export function createActs(core: Pick<CoreLink, 'submit' | 'ask'>): OtcActs {
  return {
    async do(userId, body, headerKey, check) {
      const { key, bodyHash } = actKey(body.type, headerKey, null, body);
      const earlier = check === undefined ? null : await repeatOf(core, { userId, key, bodyHash });
      if (earlier === null) await check?.();
      return actedOf(earlier ?? (await core.submit({ userId, key, bodyHash, body })));
    },
    async make(userId, asked, headerKey, commandOf) {
      const key = actKey(asked.type, headerKey, null, asked);
      const earlier = await repeatOf(core, { userId, ...key });
      return actedOf(earlier ?? (await core.submit({ userId, ...key, body: await commandOf() })));
    },
    async isRepeated(userId, body, headerKey) {
      return (await repeatOf(core, { userId, ...actKey(body.type, headerKey, null, body) })) !== null;
    },
  };
}
