import { randomUUID } from 'node:crypto';
import type { ErrorKey } from '@candor/contract';
import type { Command, RejectionCode } from '@candor/kernel';
import type { Kysely, Transaction } from 'kysely';
import type { Outbox } from '../outbox/index.ts';
import { Refusal } from '../refusal.ts';
import { errorKeyOfRejection, refuseLate } from '../usecases/index.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operators.ts';
import type { OperatorSchema } from './schema.ts';

/** An operator's command to the kernel, with what the log says of it. */
export interface Act {
  /** What was done, such as setSymbolState: also the name of its keys. */
  readonly action: string;
  readonly body: Command;
  /** What the log says of it; the reason is that which users read. */
  readonly details: Readonly<Record<string, string>> & { readonly reason: string };
  /** What the kernel refuses, in words for this act; the usual ones without. */
  readonly errorOf?: (rejection: RejectionCode) => ErrorKey;
}

/** How operators act: no command without an entry of the log, and none twice for one key. */
export interface OperatorActs {
  /** Resolves when the command is durable. @throws Refusal what the kernel rejects, KEY_REUSED_WITH_OTHER_BODY */
  perform(operator: Operator, act: Act, headerKey: string | null): Promise<void>;
}

export interface OperatorActsOptions {
  readonly db: Kysely<OperatorSchema>;
  readonly log: OperatorLog;
  readonly outbox: Outbox;
  readonly now: () => number;
}

export function createOperatorActs({ db, log, outbox, now }: OperatorActsOptions): OperatorActs {
  const append = (
    trx: Transaction<OperatorSchema>,
    operator: Operator,
    action: string,
    details: Act['details'],
  ) => log.append(trx, { timeMs: now(), operator: operator.name, action, details });

  /** Log entry and promise in one transaction; the same key again is the same act, which is already there. */
  const promise = (operator: Operator, { action, body, details }: Act, key: string) =>
    db.transaction().execute(async (trx) => {
      if (!(await outbox.promiseOnce(trx as Transaction<unknown>, { key, userId: 0, body }))) return;
      refuseLate(now());
      await append(trx, operator, action, { ...details, key });
    });

  return {
    async perform(operator, act, headerKey) {
      const key = `${act.action}:${operator.operatorId}:${headerKey ?? randomUUID()}`;
      await promise(operator, act, key);
      const { rejection } = await outbox.deliver(key);
      if (rejection !== null) throw new Refusal((act.errorOf ?? errorKeyOfRejection)(rejection));
    },
  };
}
