import type { ErrorKey, FourEyesName, OperatorActName } from '@candor/api';
import type { Command, RejectionCode } from '@candor/kernel';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, refuseLate } from '../../engine/acts/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import { actKey } from './act-key.ts';
import type { NewEntry, OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';

/** An act that one operator does alone. */
export type SingleActName = Exclude<OperatorActName, FourEyesName>;

/** An operator's command to the kernel, with its entry of the log. */
export interface Act<Name extends SingleActName = SingleActName> {
  /** The declared act: also the name of its keys. */
  readonly action: Name;
  readonly body: Command;
  /** The declared details of its entry, and the reason that users read. */
  readonly details: NewEntry<Name>['details'] & { readonly reason: string };
  /** The error for a rejection of the kernel, in words for this act; the usual one without. */
  readonly errorOf?: (rejection: RejectionCode) => ErrorKey;
}

/** The acts of operators: no command without an entry of the log, and none twice for one key. */
export interface OperatorActs {
  /** Resolves when the command is durable. @throws Refusal what the kernel rejects, KEY_REUSED_WITH_OTHER_BODY */
  perform<Name extends SingleActName>(
    operator: Operator,
    act: Act<Name>,
    headerKey: string | null,
  ): Promise<void>;
}

export interface OperatorActsOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly outbox: Outbox;
  readonly now: () => number;
}

export function createOperatorActs({ db, log, outbox, now }: OperatorActsOptions): OperatorActs {
  /** Log entry and promise in one transaction; the same key again is the same act, which is already there. */
  const promise = <Name extends SingleActName>(
    operator: Operator,
    { action, body, details }: Act<Name>,
    key: string,
  ) =>
    db.transaction().execute(async (trx) => {
      if (!(await outbox.promiseOnce(trx, { key, userId: 0, body }))) return;
      refuseLate(now());
      const entry = { timeMs: now(), operator: operator.name, action, details: { ...details, key } };
      await log.append(trx, entry);
    });

  return {
    async perform(operator, act, headerKey) {
      const key = actKey(act.action, operator, headerKey);
      await promise(operator, act, key);
      const { rejection } = await outbox.deliver(key);
      if (rejection !== null) throw new Refusal((act.errorOf ?? errorKeyOfRejection)(rejection));
    },
  };
}
