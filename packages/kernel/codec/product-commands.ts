import { marginCodecs } from '../products/margin/codec.ts';
import { perpetualCodecs } from '../products/perpetual/codec.ts';
import { secondsCodecs } from '../products/seconds/codec.ts';
import { spotCodecs } from '../products/spot/codec.ts';
import { transferCodecs } from '../products/transfer/codec.ts';
import type { Field } from './fields.ts';

interface ProductCommand {
  readonly type: string;
  readonly code: number;
  readonly fields: Field<object>;
}

/** The codecs of all products, each with its own range of codes. */
const CODECS: readonly Readonly<Record<string, { readonly code: number; readonly fields: unknown }>>[] = [
  spotCodecs,
  perpetualCodecs,
  secondsCodecs,
  marginCodecs,
  transferCodecs,
];

const byType = new Map<string, ProductCommand>();
const byCode = new Map<number, ProductCommand>();
for (const codecs of CODECS) {
  for (const [type, codec] of Object.entries(codecs)) {
    const command = { type, code: codec.code, fields: codec.fields as Field<object> };
    if (byCode.has(codec.code)) throw new Error(`Two commands have the code ${codec.code}`);
    byType.set(type, command);
    byCode.set(codec.code, command);
  }
}

export function productCodec(type: string): ProductCommand | undefined {
  return byType.get(type);
}

export function productCommand(code: number): ProductCommand | undefined {
  return byCode.get(code);
}
