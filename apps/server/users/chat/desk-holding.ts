import type { supportDeskCalls } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { DeskHandlers } from '../../operators/operator/index.ts';
import { act, change, enter, lockInHand, lockSupport, refuseUnseen, type SupportDesk } from './desk-acts.ts';
import { addSystem } from './messages.ts';
import { isInHand } from './rows.ts';

type HoldingCalls = Pick<typeof supportDeskCalls, 'takeSupport' | 'giveBackSupport' | 'handOverSupport'>;
type RestingCalls = Pick<typeof supportDeskCalls, 'snoozeSupport' | 'resolveSupport'>;

/** Longest snooze. */
const MOST_SNOOZED_MS = 30 * 86_400_000;

/** Handlers of who has a conversation in hand. */
export function holdingHandlers(desk: SupportDesk): DeskHandlers<HoldingCalls> {
  const { now } = desk;

  return {
    takeSupport: ({ session, params: { id } }) =>
      act(desk, session, id, async (trx) => {
        const row = await lockSupport(trx, id);
        if (isInHand(row, now())) {
          if (Number(row.operator_id) === session.operatorId) return null;
          throw new Refusal('SUPPORT_TAKEN');
        }
        await change(trx, row, {
          operator_id: session.operatorId,
          operator: session.name,
          present_at: new Date(now()),
        });
        await enter(desk, trx, { operator: session, action: 'takeSupport', row });
        const isNext = row.operator_id !== null && Number(row.operator_id) !== session.operatorId;
        const { number } = await addSystem(trx, row, isNext ? 'handedOver' : 'taken', now());
        return { event: 'message', number };
      }),
    giveBackSupport: ({ session, params: { id } }) =>
      act(desk, session, id, async (trx) => {
        const row = await lockSupport(trx, id);
        if (row.operator_id === null) return null;
        if (Number(row.operator_id) !== session.operatorId) throw new Refusal('SUPPORT_NOT_IN_HAND');
        await change(trx, row, { operator_id: null, operator: null, present_at: null });
        await enter(desk, trx, { operator: session, action: 'giveBackSupport', row });
        return { event: 'state', number: row.last_number };
      }),
    handOverSupport: ({ session, params: { id }, body: { to } }) =>
      act(desk, session, id, async (trx) => {
        const row = await lockInHand(desk, trx, session, id);
        const next = await trx
          .selectFrom('operator.person')
          .select(['operator_id', 'name'])
          .where('name', '=', to)
          .where('role', 'in', ['support', 'admin'])
          .where('disabled_at', 'is', null)
          .executeTakeFirst();
        if (next === undefined) throw new Refusal('SUPPORT_OPERATOR_UNKNOWN', { field: 'to' });
        if (Number(next.operator_id) === session.operatorId) return null;
        await change(trx, row, {
          operator_id: next.operator_id,
          operator: next.name,
          present_at: new Date(now()),
        });
        await enter(desk, trx, {
          operator: session,
          action: 'handOverSupport',
          row,
          more: { to: next.name },
        });
        const { number } = await addSystem(trx, row, 'handedOver', now());
        return { event: 'message', number };
      }),
  };
}

/** Handlers that end the wait of a conversation: for a time, or with its matter. */
export function restingHandlers(desk: SupportDesk): DeskHandlers<RestingCalls> {
  const { now } = desk;

  return {
    snoozeSupport: ({ session, params: { id }, body: { until } }) =>
      act(desk, session, id, async (trx) => {
        const row = await lockInHand(desk, trx, session, id);
        if (until <= now() || until > now() + MOST_SNOOZED_MS)
          throw new Refusal('INVALID_INPUT', { field: 'until' });
        await change(trx, row, { status: 'snoozed', snoozed_until: new Date(until) });
        const more = { until: new Date(until).toISOString() };
        await enter(desk, trx, { operator: session, action: 'snoozeSupport', row, more });
        return { event: 'state', number: row.last_number };
      }),
    resolveSupport: ({ session, params: { id }, body: { seen } }) =>
      act(desk, session, id, async (trx) => {
        const row = await lockSupport(trx, id);
        if (row.status === 'resolved') return null;
        await lockInHand(desk, trx, session, id);
        await refuseUnseen(trx, row, seen);
        await change(trx, row, {
          status: 'resolved',
          waiting_since: null,
          snoozed_until: null,
          operator_id: null,
          operator: null,
          present_at: null,
        });
        await enter(desk, trx, { operator: session, action: 'resolveSupport', row });
        const { number } = await addSystem(trx, row, 'resolved', now());
        return { event: 'message', number };
      }),
  };
}
