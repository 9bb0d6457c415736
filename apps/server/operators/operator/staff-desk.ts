import type { operatorsDeskCalls } from '@candor/api';
import { actKey } from './act-key.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import type { Operator } from './operator-types.ts';

type StaffAct = 'addOperator' | 'changeOperatorRole';

export function staffDesk({ operators, proposals }: DeskDeps): DeskHandlers<typeof operatorsDeskCalls> {
  const { staff } = operators;

  /** Proposes an act; where nobody else could approve it, it is done at once. Resolves with its number, or null. */
  async function proposeOrDo(
    operator: Operator,
    act: StaffAct,
    {
      key,
      payload,
      after,
      reason,
    }: {
      readonly key: string;
      readonly payload: string;
      readonly after: Readonly<Record<string, string>>;
      readonly reason: string;
    },
  ): Promise<number | null> {
    if (await staff.isAlone(operator, act)) {
      await staff.doAlone(operator, act, payload, reason, key);
      return null;
    }
    return proposals.propose(operator, { act, after, payload, reason }, key);
  }

  return {
    getOperators: () => staff.list(),
    async addOperator({ session, body: { reason, ...added }, idempotencyKey, language }) {
      const key = actKey('addOperator', session, idempotencyKey);
      await staff.mustBeFree(added, key);
      const payload = JSON.stringify({ ...added, language });
      const proposalId = await proposeOrDo(session, 'addOperator', { key, payload, after: added, reason });
      return { proposalId };
    },
    async sendOperatorSetup({ session, params: { id: operatorId }, body, idempotencyKey, language }) {
      const key = actKey('sendOperatorSetup', session, idempotencyKey);
      await staff.sendLink(session, { operatorId, language }, body.reason, key);
      return staff.list();
    },
    async changeOperatorRole({ session, params: { id }, body: { reason, role }, idempotencyKey }) {
      const key = actKey('changeOperatorRole', session, idempotencyKey);
      const payload = JSON.stringify({ operatorId: id, role });
      const after = { name: await staff.nameOf(id), role };
      return {
        proposalId: await proposeOrDo(session, 'changeOperatorRole', { key, payload, after, reason }),
      };
    },
    async disableOperator({ session, params, body }) {
      await staff.disable(session, params.id, body.reason);
      return staff.list();
    },
  };
}
