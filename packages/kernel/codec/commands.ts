import { changeCodecs, changeField } from '../changes/codec.ts';
import type { Command, TermsChange } from '../commands.ts';
import { PRODUCTS } from '../products/list.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { coreCodecs } from './core-commands.ts';
import { type AnyCodec, type WholeCodec, wholeCodec } from './fields.ts';

/**
 * Every command's form in the journal. Its code is never reused: old journals are read by it. Each product has a range
 * of codes of its own.
 */
const byType = new Map<string, WholeCodec<Command>>();
const byCode: (WholeCodec<Command> | undefined)[] = [];
const codecsOfChanges = changeCodecs((type) => codecOf(type) as unknown as WholeCodec<TermsChange>);
for (const codecs of [coreCodecs, codecsOfChanges, ...PRODUCTS.map((product) => product.codecs)]) {
  for (const [type, codec] of Object.entries(codecs)) {
    const whole = wholeCodec<Command>(type, codec as AnyCodec);
    if (byCode[whole.code] !== undefined) throw new Error(`Two commands have the code ${whole.code}`);
    byType.set(type, whole);
    byCode[whole.code] = whole;
  }
}

/** A change of terms within another record. */
export const termsChange = changeField((type) => codecOf(type) as unknown as WholeCodec<TermsChange>);

/** The number of a command in the journal. Throws TypeError where there is no such command. */
export function codeOfCommand(type: Command['type']): number {
  return codecOf(type).code;
}

/** True if a command is encoded relative to its stamp. */
export function isRelativeCommand(type: Command['type']): boolean {
  return codecOf(type).isRelative === true;
}

/** Writes a command without its type, which the envelope carries. */
export function writeCommand(writer: ByteWriter, command: Command, timeMs: number): void {
  codecOf(command.type).write(writer, command, timeMs);
}

/** Reads a command of the given code. Throws RangeError where there is no such command. */
export function readCommand(reader: ByteReader, code: number, timeMs: number): Command {
  const codec = byCode[code];
  if (codec === undefined) throw new RangeError(`There is no command of code ${code}`);
  return codec.read(reader, timeMs);
}

function codecOf(type: Command['type']): WholeCodec<Command> {
  const codec = byType.get(type);
  if (codec === undefined) throw new TypeError(`There is no command ${String(type)}`);
  return codec;
}
