import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { type Field, number, text, type WholeCodec, type WholeCodecs } from '../codec/fields.ts';
import type { ChangeCommand, TermsChange, WithdrawChange } from '../commands.ts';
import { TERMS_CHANGES } from './kinds.ts';

/** Finds the codec of a command by its type. */
type CodecOf = (type: TermsChange['type']) => WholeCodec<TermsChange>;

/** A change within another record: its place among `TERMS_CHANGES`, then the command as the journal writes it. */
export function changeField(codecOf: CodecOf): Field<TermsChange> {
  return {
    write(writer: ByteWriter, change) {
      const place = TERMS_CHANGES.indexOf(change.type);
      if (place < 0) throw new TypeError(`${String(change.type)} changes no terms`);
      writer.byte(place);
      codecOf(change.type).write(writer, change, 0);
    },
    read(reader: ByteReader) {
      const type = TERMS_CHANGES[reader.byte()];
      if (type === undefined) throw new RangeError('There is no such change of terms');
      return codecOf(type).read(reader, 0);
    },
  };
}

/** Codes 160 to 169. */
export function changeCodecs(codecOf: CodecOf): WholeCodecs<ChangeCommand> {
  const change = changeField(codecOf);
  return {
    scheduleChange: {
      code: 160,
      write(writer, command) {
        number.write(writer, command.effectiveMs);
        text.write(writer, command.reason);
        change.write(writer, command.change);
      },
      read: (reader) => ({
        type: 'scheduleChange',
        effectiveMs: number.read(reader),
        reason: text.read(reader),
        change: change.read(reader),
      }),
    },
    withdrawChange: {
      code: 161,
      write(writer, command) {
        number.write(writer, command.changeNo);
        text.write(writer, command.reason);
      },
      read: (reader): WithdrawChange => ({
        type: 'withdrawChange',
        changeNo: number.read(reader),
        reason: text.read(reader),
      }),
    },
  };
}
