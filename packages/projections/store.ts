import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type Part, partsOf, type Table } from './table.ts';
import type { Rows } from './table-rows.ts';

/** The cursor is not where this writer left it: another writer or a rebuild came between. */
export class CursorMovedError extends Error {
  constructor() {
    super('The read models were moved by another writer');
    this.name = 'CursorMovedError';
  }
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * All rows of a stretch and the cursor, in one statement. Where the cursor is not as expected nothing is written. Rows
 * that begin and rows that change are never the same, so the parts may not see each other.
 */
function statementOf(schema: string, tables: readonly Table[]): Statement {
  let next = 3;
  const unnest = ({ types }: Part) => `unnest(${types.map((type) => `$${next++}::${type}[]`).join(', ')})`;
  const parts = tables.flatMap(partsOf);
  const writes = parts.map((part, index) => `,\nwrite_${index} AS (${part.sql(schema, unnest(part))})`);
  const text = `WITH fence AS (UPDATE ${schema}.cursor SET seq = $2::bigint WHERE seq = $1::bigint RETURNING 1)${writes.join('')}
    SELECT count(*)::int AS moved FROM fence`;
  return { name: `flush-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
}

/** Writes stretches of rows to the tables of one schema over one connection. */
export class Store {
  private readonly client: ClientBase;
  private readonly schema: string;
  /** Tables that are written together: each group costs planning, so a stretch goes without those it has no rows of. */
  private readonly groups: readonly (readonly Table[])[];
  private readonly statements = new Map<number, Statement>();
  seq: number;

  /** `seq` is where the schema's cursor stands. Rows of tables that are in no group are left out. */
  constructor(client: ClientBase, schema: string, seq: number, groups: readonly (readonly Table[])[]) {
    this.client = client;
    this.schema = schema;
    this.groups = groups.filter((group) => group.length > 0);
    this.seq = seq;
  }

  /** Commits `rows` and moves the cursor to their last command. Throws CursorMovedError. */
  async flush(rows: Rows): Promise<void> {
    const filled = this.groups.filter((group) => group.some((table) => rows.get(table) !== undefined));
    const values = filled
      .flat()
      .flatMap((table) => rows.of(table).parts())
      .flatMap((columns) => columns.encode());
    const result = await this.client.query<{ moved: number }>({
      ...this.statement(filled),
      values: [this.seq, rows.lastSeq, ...values],
    });
    if (result.rows[0]?.moved !== 1) throw new CursorMovedError();
    this.seq = rows.lastSeq;
  }

  private statement(filled: readonly (readonly Table[])[]): Statement {
    const key = filled.reduce((bits, group) => bits + 2 ** this.groups.indexOf(group), 0);
    let statement = this.statements.get(key);
    if (statement === undefined) {
      statement = statementOf(this.schema, filled.flat());
      this.statements.set(key, statement);
    }
    return statement;
  }
}
