/** Rows by column, sent as PostgreSQL's binary arrays: some hundreds of rows cost one statement and no SQL text. */

const headerBytes = 20;
const oid = { boolean: 16, int8: 20, text: 25 } as const;

export type Cell = number | bigint | boolean | string | null;
export type ColumnType = keyof typeof oid;

function header(buffer: Buffer, type: ColumnType, length: number): void {
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(1, 4);
  buffer.writeInt32BE(oid[type], 8);
  buffer.writeInt32BE(length, 12);
  buffer.writeInt32BE(1, 16);
}

/** Encodes one column. Whole numbers must be safe ones or bigints within 64 bits. */
export function encodeColumn(type: ColumnType, cells: readonly Cell[]): Buffer {
  if (cells.length === 0) return emptyArray(type);
  if (type === 'text') return encodeTexts(cells as readonly (string | null)[]);
  return type === 'int8' ? encodeNumbers(cells) : encodeBooleans(cells);
}

function encodeNumbers(cells: readonly Cell[]): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + cells.length * (4 + 8));
  header(buffer, 'int8', cells.length);
  // A view's setters are compiled to plain stores; a Buffer's are calls.
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = headerBytes;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (typeof cell === 'number') {
      view.setInt32(at, 8);
      view.setInt32(at + 4, Math.floor(cell / 0x1_0000_0000));
      view.setInt32(at + 8, cell | 0);
      at += 12;
    } else if (typeof cell === 'bigint') {
      view.setInt32(at, 8);
      view.setBigInt64(at + 4, cell);
      at += 12;
    } else {
      view.setInt32(at, -1);
      at += 4;
    }
  }
  return buffer.subarray(0, at);
}

function encodeBooleans(cells: readonly Cell[]): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + cells.length * (4 + 1));
  header(buffer, 'boolean', cells.length);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = headerBytes;
  for (const cell of cells) {
    view.setInt32(at, cell === null ? -1 : 1);
    at += 4;
    if (cell !== null) view.setUint8(at++, cell === true ? 1 : 0);
  }
  return buffer.subarray(0, at);
}

function encodeTexts(cells: readonly (string | null)[]): Buffer {
  const texts = cells.map((cell) => (cell === null ? null : Buffer.from(cell)));
  const bytes = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0), headerBytes);
  const buffer = Buffer.allocUnsafe(bytes);
  header(buffer, 'text', cells.length);
  let at = headerBytes;
  for (const text of texts) {
    at = buffer.writeInt32BE(text === null ? -1 : text.length, at);
    if (text !== null) at += text.copy(buffer, at);
  }
  return buffer;
}

function emptyArray(type: ColumnType): Buffer {
  const buffer = Buffer.alloc(12);
  buffer.writeInt32BE(oid[type], 8);
  return buffer;
}

/** The rows of one table by column. */
export class Columns {
  readonly types: readonly ColumnType[];
  /** The cells of each column. */
  readonly cells: Cell[][];

  constructor(types: readonly ColumnType[]) {
    this.types = types;
    this.cells = types.map(() => []);
  }

  get length(): number {
    return (this.cells[0] as Cell[]).length;
  }

  addRow(row: readonly Cell[]): void {
    for (let index = 0; index < row.length; index++) (this.cells[index] as Cell[]).push(row[index] as Cell);
  }

  encode(): Buffer[] {
    return this.cells.map((column, index) => encodeColumn(this.types[index] as ColumnType, column));
  }
}
