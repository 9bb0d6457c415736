import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { ByteReader, ByteWriter } from './bytes.ts';

/** Writes and reads one value. */
export interface Field<T> {
  write(writer: ByteWriter, value: T): void;
  read(reader: ByteReader): T;
}

/** The fields of a record in the order in which they are written. */
export type Shape<T> = { readonly [K in keyof T]-?: Field<T[K]> };

/** A safe integer of 0 or more. */
export const count: Field<number> = {
  write: (writer, value) => writer.count(value),
  read: (reader) => reader.count(),
};
/** Any number; what is no safe integer is kept as it is, for the kernel to refuse. */
export const number: Field<number> = {
  write: (writer, value) => writer.number(value),
  read: (reader) => reader.number(),
};
export const amount: Field<Amount> = {
  write: (writer, value) => writer.amount(value),
  read: (reader) => reader.amount() as Amount,
};
/** A 64-bit or larger integer that is no amount of an asset: a cumulative index, a sum of products. */
export const big: Field<bigint> = {
  write: (writer, value) => writer.amount(value),
  read: (reader) => reader.amount(),
};
export const text: Field<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
};
export const flag: Field<boolean> = {
  write: (writer, value) => writer.byte(value ? 1 : 0),
  read: (reader) => reader.byte() === 1,
};
export const lots = number as Field<number> as Field<Lots>;
export const priceTicks = number as Field<number> as Field<PriceTicks>;

/** One of a fixed list of words, which may only grow at its end. Throws TypeError for any other. */
export function oneOf<const T extends string>(words: readonly T[]): Field<T> {
  return {
    write(writer, value) {
      const code = words.indexOf(value);
      if (code < 0) throw new TypeError(`${String(value)} is none of ${words.join(', ')}`);
      writer.byte(code);
    },
    read(reader) {
      const code = reader.byte();
      const word = words[code];
      if (word === undefined) throw new RangeError(`${code} is the code of none of ${words.join(', ')}`);
      return word;
    },
  };
}

export function optional<T>(field: Field<T>): Field<T | null> {
  return {
    write(writer, value) {
      writer.byte(value === null ? 0 : 1);
      if (value !== null) field.write(writer, value);
    },
    read: (reader) => (reader.byte() === 0 ? null : field.read(reader)),
  };
}

/** Field that a record may lack altogether. */
export function ifGiven<T>(field: Field<T>): Field<T | undefined> {
  return {
    write(writer, value) {
      writer.byte(value === undefined ? 0 : 1);
      if (value !== undefined) field.write(writer, value);
    },
    read: (reader) => (reader.byte() === 0 ? undefined : field.read(reader)),
  };
}

export function list<T>(field: Field<T>): Field<readonly T[]> {
  return {
    write(writer, values) {
      writer.count(values.length);
      for (const value of values) field.write(writer, value);
    },
    read(reader) {
      const values: T[] = [];
      for (let left = reader.count(); left > 0; left--) values.push(field.read(reader));
      return values;
    },
  };
}

/** A record, field by field in the shape's order. Reading gives a new object with its keys in that order. */
export function record<T extends object>(shape: Shape<T>): Field<T> {
  const entries = Object.entries(shape) as [keyof T & string, Field<unknown>][];
  return {
    write(writer, value) {
      for (const [key, field] of entries) field.write(writer, value[key]);
    },
    read(reader) {
      const value: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const read = field.read(reader);
        if (read !== undefined) value[key] = read;
      }
      return value as T;
    },
  };
}

/** Form of a product's command in the journal. The code is never reused: old journals are read by it. */
export interface CommandCodec<C extends { readonly type: string }> {
  readonly code: number;
  readonly fields: Field<Omit<C, 'type'>>;
}

export function command<C extends { readonly type: string }>(
  code: number,
  shape: Shape<Omit<C, 'type'>>,
): CommandCodec<C> {
  return { code, fields: record<Omit<C, 'type'>>(shape) };
}

/** The codecs of a product's commands, by type. */
export type CommandCodecs<C extends { readonly type: string }> = {
  readonly [T in C['type']]: CommandCodec<Extract<C, { readonly type: T }>>;
};

/** A command that is written and read as a whole, its type included. */
export interface WholeCodec<C extends { readonly type: string }> {
  readonly code: number;
  /** True if its bytes depend on the stamp of its envelope. */
  readonly isRelative?: boolean;
  write(writer: ByteWriter, command: C, timeMs: number): void;
  read(reader: ByteReader, timeMs: number): C;
}

/** The whole codecs of commands, by type. */
export type WholeCodecs<C extends { readonly type: string }> = {
  readonly [T in C['type']]: WholeCodec<Extract<C, { readonly type: T }>>;
};

/** The codecs of a product's commands in either form, by type. */
export type AnyCodecs<C extends { readonly type: string }> = {
  readonly [T in C['type']]:
    | CommandCodec<Extract<C, { readonly type: T }>>
    | WholeCodec<Extract<C, { readonly type: T }>>;
};

/** Either form of a command's codec. */
export type AnyCodec =
  | { readonly code: number; readonly fields: unknown }
  | { readonly code: number; readonly write: unknown; readonly read: unknown };

/** Makes a codec of fields a whole one. */
export function wholeCodec<C extends { readonly type: string }>(
  type: string,
  codec: AnyCodec,
): WholeCodec<C> {
  if (!('fields' in codec)) return codec as unknown as WholeCodec<C>;
  const fields = codec.fields as Field<object>;
  return {
    code: codec.code,
    write: (writer, command) => fields.write(writer, command),
    read: (reader) => ({ type, ...fields.read(reader) }) as unknown as C,
  };
}
