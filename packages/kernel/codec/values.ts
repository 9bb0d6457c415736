import type { ByteReader, ByteWriter } from './bytes.ts';

const NULL = 0;
const UNDEFINED = 1;
const FALSE = 2;
const TRUE = 3;
const NUMBER = 4;
const TEXT = 5;
const AMOUNT = 6;
const LIST = 7;
const RECORD = 8;

/** Writes a plain value: numbers, texts, bigints, lists, records. Throws TypeError for anything else. */
export function writeValue(writer: ByteWriter, value: unknown): void {
  switch (typeof value) {
    case 'undefined':
      writer.byte(UNDEFINED);
      return;
    case 'boolean':
      writer.byte(value ? TRUE : FALSE);
      return;
    case 'number':
      writer.byte(NUMBER);
      writer.number(value);
      return;
    case 'string':
      writer.byte(TEXT);
      writer.text(value);
      return;
    case 'bigint':
      writer.byte(AMOUNT);
      writer.amount(value);
      return;
    case 'object':
      writeObject(writer, value);
      return;
    default:
      throw new TypeError(`A ${typeof value} is no plain value`);
  }
}

function writeObject(writer: ByteWriter, value: object | null): void {
  if (value === null) {
    writer.byte(NULL);
  } else if (Array.isArray(value)) {
    writer.byte(LIST);
    writer.count(value.length);
    for (const item of value) writeValue(writer, item);
  } else {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null)
      throw new TypeError('An object with methods is no plain value');
    const keys = Object.keys(value);
    writer.byte(RECORD);
    writer.count(keys.length);
    for (const key of keys) {
      writer.text(key);
      writeValue(writer, (value as Record<string, unknown>)[key]);
    }
  }
}

/** Reads what `writeValue` wrote. Throws RangeError on any other bytes. */
export function readValue(reader: ByteReader): unknown {
  const kind = reader.byte();
  switch (kind) {
    case NULL:
      return null;
    case UNDEFINED:
      return undefined;
    case FALSE:
      return false;
    case TRUE:
      return true;
    case NUMBER:
      return reader.number();
    case TEXT:
      return reader.text();
    case AMOUNT:
      return reader.amount();
    case LIST: {
      const items: unknown[] = [];
      for (let left = reader.count(); left > 0; left--) items.push(readValue(reader));
      return items;
    }
    case RECORD:
      return readRecord(reader);
    default:
      throw new RangeError(`There is no kind ${kind} of value`);
  }
}

function readRecord(reader: ByteReader): object {
  const record: Record<string, unknown> = {};
  for (let left = reader.count(); left > 0; left--) {
    const key = reader.text();
    if (key === '__proto__') throw new RangeError('A record has no such key');
    record[key] = readValue(reader);
  }
  return record;
}
