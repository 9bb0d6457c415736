import {
  ColumnTypeNode,
  type DatabaseMetadata,
  type ExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect,
  UnionExpressionNode,
} from 'kysely-codegen';
import type { Pool } from 'pg';
import { kyselyOf, MADE_OTHERWISE, SCHEMAS } from '../apps/server/base/database/index.ts';

/** Columns of text that hold some words alone: the words, or the type of `@candor/api` or `@candor/chains` that names them. */
const WORDS: Readonly<Record<string, readonly string[] | { readonly type: string; readonly of: string }>> = {
  'alerts.alert.kind': { type: 'PriceAlertKind', of: '@candor/api' },
  'alerts.alert.source': { type: 'PriceAlertSource', of: '@candor/api' },
  'alerts.alert.state': ['waiting', 'fired'],
  'alerts.minute.source': { type: 'PriceAlertSource', of: '@candor/api' },
  'articles.article.kind': { type: 'ArticleKind', of: '@candor/api' },
  'articles.article.topic': { type: 'AnnouncementTopic', of: '@candor/api' },
  'articles.draft.language': { type: 'Language', of: '@candor/api' },
  'articles.text.language': { type: 'Language', of: '@candor/api' },
  'chat.conversation.kind': { type: 'ChatKind', of: '@candor/api' },
  'chat.conversation.language': { type: 'Language', of: '@candor/api' },
  'chat.conversation.matter': { type: 'SupportMatter', of: '@candor/api' },
  'chat.conversation.status': { type: 'ChatStatus', of: '@candor/api' },
  'chat.message.author': ['user', 'guest', 'operator', 'system'],
  'defi.join.state': ['seen', 'promised', 'joined', 'refused'],
  'defi.wallet.kind': ['plain', 'contract'],
  'deposits.delisted.reason': { type: 'DelistedReason', of: '@candor/api' },
  'deposits.deposit.state': [
    'seen',
    'credited',
    'dust',
    'gone',
    'taken-back',
    'returned',
    'reduced',
    'reversed',
    'unlisted',
  ],
  'deposits.node.state': { type: 'NodeState', of: '@candor/chains' },
  'deposits.recharge.method': { type: 'RechargeMethod', of: '@candor/api' },
  'deposits.recharge.reason': { type: 'RechargeRejection', of: '@candor/api' },
  'deposits.recharge.state': ['review', 'approved', 'rejected'],
  'features.rule.feature': { type: 'Feature', of: '@candor/api' },
  'identity.ticket.act': ['login', 'reset'],
  'identity.ticket.contact': ['email', 'phone'],
  'kyc.approval.level': ['primary', 'advanced'],
  'kyc.submission.level': ['primary', 'advanced'],
  'kyc.submission.state': ['pending', 'approved', 'rejected', 'replaced'],
  'listing.application.reason': { type: 'ListingRejection', of: '@candor/api' },
  'listing.application.state': { type: 'ListingState', of: '@candor/api' },
  'listing.round.ask_code': { type: 'ListingQuestion', of: '@candor/api' },
  'listing.verdict.verdict': ['approve', 'reject', 'ask'],
  'loan.application.reason': { type: 'LoanRejection', of: '@candor/api' },
  'loan.application.state': ['pending', 'approved', 'failed', 'cancelled'],
  'loan.verdict.verdict': ['approve', 'reject'],
  'messages.message.channel': ['email', 'sms'],
  'messages.message.language': { type: 'Language', of: '@candor/api' },
  'messages.message.state': ['waiting', 'sent', 'kept', 'withheld', 'expired', 'failed'],
  'mydata.export.state': ['waiting', 'running', 'ready', 'failed', 'expired'],
  'operator.person.role': { type: 'OperatorRole', of: '@candor/api' },
  'operator.proposal.state': ['open', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated'],
  'otc.application.state': ['pending', 'approved', 'rejected'],
  'otc.verdict.verdict': ['approve', 'reject'],
  'recovery.request.contact': ['email', 'phone'],
  'recovery.request.language': { type: 'Language', of: '@candor/api' },
  'recovery.request.proof': ['login', 'reset', 'session'],
  'recovery.request.reason': { type: 'RecoveryRejection', of: '@candor/api' },
  'recovery.request.state': { type: 'RecoveryState', of: '@candor/api' },
  'review.item.state': ['open', 'claimed', 'decided', 'withdrawn'],
  'review.item.verdict': ['approve', 'reject', 'ask'],
  'statements.statement.state': ['waiting', 'making', 'ready', 'failed'],
  'terms.draft.language': { type: 'Language', of: '@candor/api' },
  'tiers.standing.tier': { type: 'AccountTierName', of: '@candor/api' },
  'treasury.alarm.kind': ['shortage', 'surplus', 'hot-low', 'hot-high', 'left', 'gap', 'halted'],
  'treasury.movement.kind': ['sweep', 'gas'],
  'treasury.movement.state': ['bound', 'signed', 'done', 'failed', 'lost'],
  'treasury.receipt.class': ['hot', 'gas', 'cold'],
  'treasury.receipt.kind': ['funding', 'internal', 'stranger'],
  'treasury.receipt.state': ['seen', 'booked', 'gone', 'reversed'],
  'treasury.unlisted.class': ['hot', 'gas', 'cold'],
  'treasury.unlisted.kind': ['funding', 'internal', 'stranger'],
  'withdrawals.step.reason': { type: 'WithdrawalReason', of: '@candor/api' },
  'withdrawals.step.state': { type: 'WithdrawalState', of: '@candor/api' },
  'withdrawals.wallet.stop_cause': ['nonce', 'signer', 'invariant'],
  'withdrawals.withdrawal.confirm_by': { type: 'ConfirmChannel', of: '@candor/api' },
  'withdrawals.withdrawal.reason': { type: 'WithdrawalReason', of: '@candor/api' },
  'withdrawals.withdrawal.state': { type: 'WithdrawalState', of: '@candor/api' },
};

const named = (name: string) => new IdentifierNode(name);
const oneOf = (...names: readonly string[]) => new UnionExpressionNode(names.map(named));
const column = (read: ExpressionNode, written = read) => new ColumnTypeNode(read, written, written);

/** A dialect whose types are what the program's connections read: see `packages/database`. */
function dialect(): PostgresDialect {
  const made = new PostgresDialect();
  Object.assign(made.adapter.definitions, {
    Int8: column(named('bigint'), oneOf('bigint', 'number')),
    Numeric: column(named('string'), oneOf('bigint', 'string')),
    Timestamp: column(named('Date')),
    // read at midnight of the process's own zone
    Day: column(named('Date'), named('string')),
    // a room reads its own JSON as what it wrote
    Json: column(named('unknown'), named('string')),
  });
  Object.assign(made.adapter.scalars, { date: named('Day') });
  for (const type of Object.keys(imports))
    Object.assign(made.adapter.scalars, { [scalarOf(type)]: named(type) });
  return made;
}

const imports = Object.fromEntries(
  Object.values(WORDS).flatMap((words) => ('of' in words ? [[words.type, words.of]] : [])),
);
const scalarOf = (type: string) => type.toLowerCase();

/** Narrows columns of text to the words that they hold. */
function narrow(metadata: DatabaseMetadata): DatabaseMetadata {
  const left = new Set(Object.keys(WORDS));
  const schemas = new Set(metadata.tables.map(({ schema }) => schema));
  const missing = made.filter((schema) => !schemas.has(schema));
  if (missing.length > 0) throw new Error(`schemas without tables: ${missing.join(', ')}`);
  for (const { schema, name, columns } of metadata.tables)
    for (const found of columns) {
      const place = `${schema}.${name}.${found.name}`;
      const words = WORDS[place];
      if (words === undefined) continue;
      left.delete(place);
      if ('of' in words) found.dataType = scalarOf(words.type);
      else found.enumValues = [...words];
    }
  if (left.size > 0) throw new Error(`columns that no table has: ${[...left].join(', ')}`);
  return metadata;
}

const made = SCHEMAS.filter((schema) => !MADE_OTHERWISE.some((each) => each === schema));

/** Returns the digests of the tables of each schema, by which a start tells another version's. */
async function digests(pool: Pool): Promise<string> {
  const lines: string[] = [];
  for (const schema of made) {
    const { rows } = await pool.query<{ name: string }>(`select name from ${schema}.kysely_migration`);
    lines.push(`  ${schema}: '${rows[0]?.name}',`);
  }
  return `\nexport const DIGESTS = {\n${lines.join('\n')}\n} as const;\n`;
}

/** Returns the source of the types of all tables that rooms made in a database, and of their digests. */
export async function databaseTypes(pool: Pool): Promise<string> {
  const types = await generate({
    db: kyselyOf(pool),
    dialect: dialect(),
    outFile: null,
    includePattern: `{${made.join(',')}}.*`,
    excludePattern: '*.kysely_migration',
    customImports: imports,
    postprocess: async ({ metadata }) => narrow(metadata),
  });
  return types + (await digests(pool));
}
