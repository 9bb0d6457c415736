import type { MADE_OTHERWISE, SchemaName, Tables } from '../apps/server/base/database/index.ts';
import { migrations as outbox } from '../apps/server/engine/outbox/promises.ts';
import { migrations as codes } from '../apps/server/gateway/codes/schema.ts';
import { migrations as content } from '../apps/server/gateway/content/content.ts';
import { migrations as files } from '../apps/server/gateway/files/schema.ts';
import { migrations as messages } from '../apps/server/gateway/messages/schema.ts';
import { noticeMigrations as notices } from '../apps/server/gateway/notices/schema.ts';
import { migrations as review } from '../apps/server/gateway/review/schema.ts';
import { migrations as bank } from '../apps/server/money/bank/schema.ts';
import { migrations as defi } from '../apps/server/money/defi/schema.ts';
import { migrations as deposits } from '../apps/server/money/deposits/migrations.ts';
import { migrations as loan } from '../apps/server/money/loan/schema.ts';
import { migrations as statements } from '../apps/server/money/statements/schema.ts';
import { migrations as tiers } from '../apps/server/money/tiers/schema.ts';
import { migrations as treasury } from '../apps/server/money/treasury/schema.ts';
import { migrations as practice } from '../apps/server/money/wallet/practice.ts';
import { migrations as withdrawals } from '../apps/server/money/withdrawals/schema.ts';
import { migrations as operator } from '../apps/server/operators/operator/schema.ts';
import { migrations as touches } from '../apps/server/operators/touches/schema.ts';
import { migrations as alerts } from '../apps/server/trading/alerts/schema.ts';
import { marketMigrations as market } from '../apps/server/trading/market/migrations.ts';
import { migrations as otc } from '../apps/server/trading/otc/schema.ts';
import { migrations as apikeys } from '../apps/server/users/apikeys/schema.ts';
import { migrations as articles } from '../apps/server/users/articles/schema.ts';
import { migrations as chat } from '../apps/server/users/chat/schema.ts';
import { migrations as factors } from '../apps/server/users/factors/schema.ts';
import { migrations as features } from '../apps/server/users/features/schema.ts';
import { migrations as identity } from '../apps/server/users/identity/schema.ts';
import { migrations as kyc } from '../apps/server/users/kyc/schema.ts';
import { migrations as listing } from '../apps/server/users/listings/schema.ts';
import { migrations as mydata } from '../apps/server/users/mydata/schema.ts';
import { migrations as recovery } from '../apps/server/users/recovery/schema.ts';
import { migrations as terms } from '../apps/server/users/terms/schema.ts';

/** The tables of all rooms, in an order in which none names one that comes later. */
export const roomTables = Object.entries({
  identity,
  alerts,
  apikeys,
  articles,
  bank,
  chat,
  codes,
  content,
  defi,
  deposits,
  factors,
  features,
  files,
  kyc,
  listing,
  loan,
  market,
  messages,
  mydata,
  notices,
  operator,
  otc,
  outbox,
  practice,
  recovery,
  review,
  statements,
  terms,
  tiers,
  touches,
  treasury,
  withdrawals,
} satisfies Record<Exclude<SchemaName, (typeof MADE_OTHERWISE)[number]>, Tables>) as readonly (readonly [
  SchemaName,
  Tables,
])[];
