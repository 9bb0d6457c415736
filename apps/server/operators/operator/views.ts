import type { viewsDeskCalls } from '@candor/api';
import { idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

const MOST_VIEWS = 50;

/** Saved views of desks: each operator's own. A view is the search of an address, so it holds no record. */
export function viewsDesk({ operators: { db }, now }: DeskDeps): DeskHandlers<typeof viewsDeskCalls> {
  const list = async (operatorId: number, desk: string) => {
    const rows = await db
      .selectFrom('operator.view')
      .select(['view_id', 'desk', 'name', 'search'])
      .where('operator_id', '=', BigInt(operatorId))
      .where('desk', '=', desk)
      .orderBy('name')
      .execute();
    return rows.map(({ view_id, ...view }) => ({ id: idOf(view_id), ...view }));
  };
  return {
    getOperatorViews: ({ session, query: { desk } }) => list(session.operatorId, desk),
    async saveOperatorView({ session: { operatorId }, body: { desk, name, search } }) {
      refuseLate(now());
      const kept = await db
        .selectFrom('operator.view')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('operator_id', '=', BigInt(operatorId))
        .where((where) => where.or([where('desk', '<>', desk), where('name', '<>', name)]))
        .executeTakeFirstOrThrow();
      if (Number(kept.count) >= MOST_VIEWS) throw new Refusal('OPERATOR_VIEWS_FULL');
      await db
        .insertInto('operator.view')
        .values({ operator_id: operatorId, desk, name, search })
        .onConflict((conflict) => conflict.columns(['operator_id', 'desk', 'name']).doUpdateSet({ search }))
        .execute();
      return list(operatorId, desk);
    },
    async deleteOperatorView({ session: { operatorId }, params: { id } }) {
      const { numDeletedRows } = await db
        .deleteFrom('operator.view')
        .where('operator_id', '=', BigInt(operatorId))
        .where('view_id', '=', BigInt(id))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Refusal('NOT_FOUND');
      return null;
    },
  };
}
