import type { FactKind, TimelineEvent, TimelineKind, TimelinePart } from '@candor/api';
import type { EntryKind } from '@candor/kernel';
import { entryKinds, projectionsSchema, sides } from '@candor/projections';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { UnitsText } from '../../operators/operator/index.ts';
import { agentName } from '../identity/index.ts';

/** A kind of events: a selection of `at`, `key` (unique within the kind) and `facts`, an array of text. */
interface Source {
  readonly kind: TimelineKind;
  readonly part: TimelinePart;
  readonly select: (userId: number) => RawBuilder<unknown>;
  /** Writes stored facts as they are shown; as text by default. An empty one is left out. */
  readonly show?: (facts: readonly string[], units: UnitsText) => readonly Fact[];
}

type Fact = TimelineEvent['facts'][number];

const text = (written: string): Fact => ({ text: written });
const word = (of: FactKind, value: string): Fact => ({ of, word: value });

/** Shows facts as words of these kinds by their place, and as text where there is none; the last is that of all others. */
const words =
  (...kinds: readonly (FactKind | null)[]): NonNullable<Source['show']> =>
  (stored) =>
    stored.map((value, at) => {
      const of = kinds[Math.min(at, kinds.length - 1)] ?? null;
      return of === null ? text(value) : word(of, value);
    });

const models = (table: string) => sql.raw(`${projectionsSchema}.${table}`);
const time = (column: string) => sql.raw(`to_timestamp(${column} / 1000.0)`);

const amountFacts: Source['show'] = ([kind = '0', asset = '0', amount = '0'], units) => [
  word('entry', entryKinds.word(Number(kind)) satisfies EntryKind),
  text(units.amount(Number(asset), BigInt(amount))),
];
const orderFacts: Source['show'] = ([no = '', symbol = '0', side = '0'], units) => [
  text(no),
  text(units.market(Number(symbol))),
  word('side', sides.word(Number(side))),
];

/** Everything that concerns a user, one line a kind. A room's table that belongs here gets its line. */
const sources: readonly Source[] = [
  {
    kind: 'registered',
    part: 'access',
    select: (id) => sql`
      select created_at as at, user_id::text as key, array[language] as facts from identity.user where user_id = ${id}`,
  },
  {
    kind: 'login',
    part: 'access',
    select: (id) => sql`
      select at, login_id::text as key, array[method, address, agent] as facts
      from identity.login_log where user_id = ${id}`,
    show: ([method = '', address = '', agent = '']) => [
      word('method', method),
      text(address),
      text(agentName(agent)),
    ],
  },
  {
    kind: 'frozen',
    part: 'access',
    select: (id) => sql`
      select frozen_at as at, user_id::text as key, array[]::text[] as facts
      from identity.user where user_id = ${id} and frozen_at is not null`,
  },
  {
    kind: 'authenticatorBound',
    part: 'access',
    select: (id) => sql`
      select bound_at as at, user_id::text as key, array[]::text[] as facts
      from factors.authenticator where user_id = ${id}`,
  },
  {
    kind: 'passkeyAdded',
    part: 'access',
    select: (id) => sql`
      select created_at as at, passkey_id as key, array[name] as facts from factors.passkey where user_id = ${id}`,
  },
  {
    kind: 'fundPasswordSet',
    part: 'access',
    select: (id) => sql`
      select set_at as at, user_id::text as key, array[]::text[] as facts
      from factors.fund_password where user_id = ${id}`,
  },
  {
    kind: 'holdBegun',
    part: 'access',
    select: (id) => sql`
      select begun_at as at, reason as key, array[reason] as facts from factors.hold where user_id = ${id}`,
    show: words('hold'),
  },
  {
    kind: 'apiKeyMade',
    part: 'access',
    select: (id) => sql`
      select created_at as at, key_id as key, array[name] || scopes as facts from apikeys.key where user_id = ${id}`,
    show: words(null, 'scope'),
  },
  {
    kind: 'kycSubmitted',
    part: 'identity',
    select: (id) => sql`
      select submitted_at as at, level || version as key, array[level, version::text] as facts
      from kyc.submission where user_id = ${id}`,
    show: words('level', null),
  },
  {
    kind: 'kycDecided',
    part: 'identity',
    select: (id) => sql`
      select decided_at as at, level || version as key, array[level, version::text, state] || reason as facts
      from kyc.submission where user_id = ${id} and decided_at is not null`,
    show: words('level', null, 'kyc', 'kycReason'),
  },
  {
    kind: 'depositSeen',
    part: 'money',
    select: (id) => sql`
      select seen_at as at, deposit_no::text as key, array[deposit_no::text, chain, coin, transaction_hash] as facts
      from deposits.deposit where user_id = ${id}`,
  },
  {
    kind: 'depositEnded',
    part: 'money',
    select: (id) => sql`
      select ended_at as at, deposit_no::text as key, array[deposit_no::text, state] as facts
      from deposits.deposit where user_id = ${id} and ended_at is not null`,
    show: words(null, 'deposit'),
  },
  {
    kind: 'withdrawalStep',
    part: 'money',
    select: (id) => sql`
      select s.at, s.withdrawal_no || '.' || s.step_no as key,
        array[s.withdrawal_no::text, w.coin, s.state] || s.reason as facts
      from withdrawals.step s join withdrawals.withdrawal w using (withdrawal_no) where w.user_id = ${id}`,
    show: words(null, null, 'withdrawal', 'withdrawalReason'),
  },
  {
    kind: 'balanceMoved',
    part: 'money',
    select: (id) => sql`
      select ${time('time_ms')} as at, lpad(seq::text, 16, '0') || '.' || lpad(line::text, 9, '0') as key,
        array[kind::text, asset_id::text, amount::text] as facts
      from ${models('entries')} where user_id = ${id}`,
    show: amountFacts,
  },
  {
    kind: 'spotOrder',
    part: 'trading',
    select: (id) => sql`
      select ${time('created_ms')} as at, lpad(order_id::text, 16, '0') as key,
        array[order_id::text, symbol_id::text, side::text] as facts
      from ${models('orders')} where user_id = ${id}`,
    show: orderFacts,
  },
  {
    kind: 'contractOrder',
    part: 'trading',
    select: (id) => sql`
      select ${time('created_ms')} as at, lpad(order_id::text, 16, '0') as key,
        array[order_id::text, symbol_id::text, side::text] as facts
      from ${models('contract_orders')} where user_id = ${id} and created_ms is not null`,
    show: orderFacts,
  },
  {
    kind: 'secondOpened',
    part: 'trading',
    select: (id) => sql`
      select ${time('accepted_ms')} as at, lpad(contract_id::text, 16, '0') as key,
        array[contract_id::text, symbol_id::text, case when up then 'up' else 'down' end, asset_id::text, stake::text]
          as facts
      from ${models('second_contracts')} where user_id = ${id}`,
    show: ([no = '', symbol = '0', way = '', asset = '0', stake = '0'], units) => [
      text(no),
      text(units.market(Number(symbol))),
      word('way', way),
      text(units.amount(Number(asset), BigInt(stake))),
    ],
  },
  {
    kind: 'secondEnded',
    part: 'trading',
    select: (id) => sql`
      select ${time('e.ended_ms')} as at, lpad(e.contract_id::text, 16, '0') as key,
        array[e.contract_id::text, e.result] as facts
      from ${models('second_ends')} e join ${models('second_contracts')} c using (contract_id)
      where c.user_id = ${id}`,
    show: words(null, 'result'),
  },
  {
    kind: 'swapDone',
    part: 'trading',
    select: (id) => sql`
      select ${time('time_ms')} as at, lpad(swap_id::text, 16, '0') as key, array[swap_id::text] as facts
      from ${models('swaps')} where user_id = ${id}`,
  },
  {
    kind: 'operatorActed',
    part: 'operators',
    select: (id) => sql`
      select at, touch_id::text as key, array[act, operator, role, code, reason] as facts
      from touches.touch where user_id = ${id}`,
    show: words('act', null, 'role', 'code', null),
  },
  {
    kind: 'noteWritten',
    part: 'operators',
    select: (id) => sql`
      select noted_at as at, note_id::text as key, array[operator, text] as facts
      from operator.user_note where user_id = ${id}`,
  },
  {
    kind: 'messageSent',
    part: 'messages',
    select: (id) => sql`
      select created_at as at, message_id::text as key, array[channel, kind, state] as facts
      from messages.message where user_id = ${id}`,
    show: words('channel', 'message', 'messageState'),
  },
];

export interface TimelineLook {
  readonly userId: number;
  readonly part?: TimelinePart | undefined;
  /** The oldest first with `time`; the newest first by default. */
  readonly sort?: 'time' | '-time' | undefined;
  /** A stretch of time in ms since 1970, from `from` on and before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
}

interface Row {
  readonly at: Date;
  readonly at_text: string;
  readonly source: number;
  readonly key: string;
  readonly facts: readonly (string | null)[];
}

const DEFAULT_PAGE = 50;
const place = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)~(\d{1,2})~([\x21-\x7e]{1,200})$/;

/**
 * Events of a user by time, from all rooms' tables: each source gives at most a page beyond the cursor, so that a
 * page costs the same for an old account.
 */
export async function readTimeline(
  db: QueryExecutorProvider,
  units: UnitsText,
  { userId, part, sort = '-time', from, to, cursor, pageSize = DEFAULT_PAGE }: TimelineLook,
): Promise<{ readonly records: TimelineEvent[]; readonly nextCursor: string | null }> {
  const begin = cursor === undefined ? null : place.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (cursor !== undefined && begin === null) return { records: [], nextCursor: null };
  const [beyond, direction] =
    sort === 'time' ? [sql.raw('>'), sql.raw('asc')] : [sql.raw('<'), sql.raw('desc')];
  const stretch = [
    ...(from === undefined ? [] : [sql`at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`at < ${new Date(to)}`]),
  ];
  const parts = sources.flatMap(({ part: of, select }, source) => {
    if (part !== undefined && of !== part) return [];
    const conditions =
      begin === null
        ? stretch
        : [
            ...stretch,
            sql`(at, ${source}::integer, key collate "C") ${beyond}
              (${begin[1]}::text::timestamptz, ${Number(begin[2])}::integer, ${begin[3]}::text collate "C")`,
          ];
    return [
      sql`(select at, ${source}::integer as source, key, facts from (${select(userId)}) as found
        ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
        order by at ${direction}, key collate "C" ${direction} limit ${pageSize + 1})`,
    ];
  });
  const { rows } = await sql<Row>`
    select at, (at at time zone 'UTC')::text || '+00' as at_text, source, key, facts
    from (${sql.join(parts, sql` union all `)}) as found
    order by at ${direction}, source ${direction}, key collate "C" ${direction} limit ${pageSize + 1}`.execute(
    db,
  );
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    records: shown.map((row) => eventOf(row, units)),
    nextCursor:
      last === undefined
        ? null
        : Buffer.from(`${last.at_text}~${last.source}~${last.key}`).toString('base64url'),
  };
}

function eventOf({ at, source, key, facts }: Row, units: UnitsText): TimelineEvent {
  const { kind, show = words(null) } = sources[source] as Source;
  const stored = facts.map((fact) => fact ?? '');
  return {
    id: `${kind} ${key}`,
    time: at.getTime(),
    kind,
    facts: show(stored, units).filter((fact) => ('text' in fact ? fact.text : fact.word) !== ''),
  };
}
