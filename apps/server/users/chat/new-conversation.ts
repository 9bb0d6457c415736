import type { Insertable } from 'kysely';
import type { Database } from '../../base/database/index.ts';
import { newKey } from './parties.ts';

type Row = Insertable<Database['chat.conversation']>;

/** A conversation that begins now, in nobody's hand and without a link; `given` is what its kind has beside that. */
export function newConversation(
  timeMs: number,
  given: Pick<Row, 'kind' | 'matter' | 'reference' | 'language' | 'status'> & Partial<Row>,
): Row {
  const time = new Date(timeMs);
  return {
    chat_key: newKey(),
    created_at: time,
    last_at: time,
    waiting_since: null,
    snoozed_until: null,
    operator_id: null,
    operator: null,
    present_at: null,
    form_key: null,
    guest_email: null,
    link_nonce: null,
    link_hash: null,
    ...given,
  };
}
