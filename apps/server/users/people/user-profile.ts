import type { OperatorUser } from '@candor/api';
import { lotsToDecimal, ticksToDecimal } from '@candor/money';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink, QueryResult } from '../../engine/core/index.ts';
import { unitsTextOf } from '../../operators/operator/index.ts';
import { agentName } from '../identity/index.ts';

/** Open orders that a profile shows, of each product. */
const MOST_ORDERS = 200;

type Kept = Omit<OperatorUser, 'balances' | 'orders' | 'positions'>;
type Figures = QueryResult<'userFigures'>;

/** One statement, so that all of it is of one moment; times as ms. */
const keptOf = (userId: number) => sql<{ kept: Kept }>`
  with ms as (select ${userId}::bigint as id)
  select json_build_object(
    'userId', u.user_id, 'account', u.account, 'email', u.email, 'phone', u.phone, 'language', u.language,
    'createTime', ${ms('u.created_at')}, 'frozenTime', ${ms('u.frozen_at')}, 'inviteCode', u.invite_code,
    'invitedBy', u.invited_by,
    'invited', (select count(*) from identity.user i where i.invited_by = u.user_id),
    'kyc', ${list(
      `'level', s.level, 'version', s.version, 'state', s.state, 'country', s.country,
       'documentType', s.document_type, 'reason', s.reason, 'submitTime', ${msText('s.submitted_at')},
       'dueTime', ${msText('s.due_at')}, 'decideTime', ${msText('s.decided_at')}`,
      'kyc.submission s where s.user_id = u.user_id',
      's.submitted_at desc',
    )},
    'factors', json_build_object(
      'authenticator', exists (select from factors.authenticator f where f.user_id = u.user_id),
      'passkeys', (select count(*) from factors.passkey f where f.user_id = u.user_id),
      'recoveryCodes',
        (select count(*) from factors.recovery_code f where f.user_id = u.user_id and f.used_at is null),
      'fundPassword', exists (select from factors.fund_password f where f.user_id = u.user_id),
      'antiPhishing', exists (select from factors.anti_phishing f where f.user_id = u.user_id),
      'bankCard', exists (select from bank.card b where b.user_id = u.user_id),
      'paymentMethods', (select count(*) from bank.payment b where b.user_id = u.user_id)),
    'holds', ${list(
      `'reason', h.reason, 'beginTime', ${msText('h.begun_at')}, 'until', ${msText('h.until')}`,
      'factors.hold h where h.user_id = u.user_id',
      'h.begun_at desc',
    )},
    'sessions', ${list(
      `'id', left(encode(s.token_hash, 'hex'), 12), 'device', d.name, 'issueTime', ${msText('s.issued_at')},
       'expireTime', ${msText('s.expires_at')}`,
      `identity.session s left join identity.known_device d on d.device_hash = s.device_hash
        where s.user_id = u.user_id and s.replaced_at is null and s.expires_at > now()`,
      's.issued_at desc',
    )},
    'devices', ${list(
      `'id', left(encode(d.device_hash, 'hex'), 12), 'name', d.name, 'agent', d.agent, 'address', d.address,
       'knownSince', ${msText('d.known_since')}, 'lastUsed', ${msText('d.last_used_at')}`,
      'identity.known_device d where d.owner_id = u.user_id',
      'd.last_used_at desc',
    )},
    'apiKeys', ${list(
      `'id', k.key_id, 'name', k.name, 'scopes', k.scopes, 'createTime', ${msText('k.created_at')},
       'lastUseTime', ${msText('k.last_used_at')}`,
      'apikeys.key k where k.user_id = u.user_id',
      'k.created_at desc',
    )},
    'notes', ${list(
      `'id', n.note_id, 'operator', n.operator, 'text', n.text, 'time', ${msText('n.noted_at')}`,
      'operator.user_note n where n.user_id = u.user_id',
      'n.note_id desc',
    )}
  ) as kept
  from identity.user u join ms on ms.id = u.user_id`;

function msText(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

function ms(column: string) {
  return sql.raw(msText(column));
}

/** An array of objects out of rows; the texts are of this file alone. */
function list(fields: string, from: string, order: string) {
  return sql.raw(
    `coalesce((select json_agg(json_build_object(${fields}) order by ${order}) from ${from}), '[]'::json)`,
  );
}

export interface ProfileNeeds {
  readonly db: QueryExecutorProvider;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: CatalogueFollower;
}

/** True if the id is a user's. */
export async function isUser(db: QueryExecutorProvider, userId: number): Promise<boolean> {
  const { rows } = await sql`select from identity.user where user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** A user's profile; null where there is no such user. Balances, orders and positions are of one moment. */
export async function readProfile(
  { db, core, catalogues }: ProfileNeeds,
  userId: number,
): Promise<OperatorUser | null> {
  const { rows } = await keptOf(userId).execute(db);
  const kept = rows[0]?.kept;
  if (kept === undefined) return null;
  const figures = await core.ask('userFigures', userId, MOST_ORDERS);
  const units = unitsTextOf(catalogues, figures.contracts);
  return {
    ...kept,
    devices: kept.devices.map((device) => ({ ...device, agent: agentName(device.agent) })),
    balances: figures.wallets.flatMap(({ name, balances }) =>
      balances.map(({ assetId, available, held }) => ({
        wallet: name,
        coin: units.coin(assetId),
        available: units.figure(assetId, available),
        held: units.figure(assetId, held),
      })),
    ),
    orders: ordersOf(figures, catalogues),
    positions: positionsOf(figures, units.figure),
  };
}

function ordersOf(
  { resting, waiting, contractOrders, contracts }: Figures,
  catalogues: CatalogueFollower,
): OperatorUser['orders'] {
  const steps = (symbolId: number) => {
    const found =
      catalogues.current().symbolById(symbolId) ?? contracts.find((each) => each.symbolId === symbolId);
    if (found === undefined) throw new Error(`no symbol ${symbolId} is listed`);
    return found;
  };
  type Ordered = Pick<
    Figures['waiting'][number],
    'orderId' | 'symbolId' | 'side' | 'orderType' | 'priceTicks' | 'lots' | 'createdMs'
  >;
  const row = (order: Ordered, product: 'spot' | 'contract', waits: boolean, filledLots: number) => {
    const symbol = steps(order.symbolId);
    const quantity = (lots: number) => lotsToDecimal(lots as never, symbol);
    return {
      product,
      orderId: order.orderId,
      market: symbol.name,
      side: order.side,
      waits,
      type: order.orderType,
      price: order.priceTicks === null ? null : ticksToDecimal(order.priceTicks, symbol),
      quantity: order.lots === null ? null : quantity(order.lots),
      filled: quantity(filledLots),
      createTime: order.createdMs,
    };
  };
  return [
    ...resting.map((order) => row(order, 'spot', false, order.filledLots)),
    ...waiting.map((order) => row(order, 'spot', true, 0)),
    ...contractOrders.map((order) => row(order, 'contract', order.trigger !== null, order.filledLots)),
  ].sort((left, right) => right.createTime - left.createTime);
}

function positionsOf(
  { positions, contracts }: Figures,
  figure: (assetId: number, units: bigint) => string,
): OperatorUser['positions'] {
  return positions.map((position) => {
    const contract = contracts.find(({ symbolId }) => symbolId === position.symbolId);
    if (contract === undefined) throw new Error(`no contract ${position.symbolId} is listed`);
    const amount = (units: bigint) => figure(contract.settleAssetId, units);
    return {
      positionId: position.positionId,
      market: contract.name,
      direction: position.direction,
      marginMode: position.marginMode,
      leverage: position.leverage,
      quantity: String(position.lots),
      markPrice: ticksToDecimal(position.markTicks, contract),
      liquidationPrice:
        position.liquidationTicks === null ? null : ticksToDecimal(position.liquidationTicks, contract),
      unrealisedPnl: amount(position.unrealisedPnl),
      margin: amount(position.marginMode === 'isolated' ? position.margin : position.initialMargin),
    };
  });
}
