import { type Call, type CallName, calls } from '@candor/api';
import type { RawInput } from './raw-input.ts';
import { sampleInput } from './sample-input.ts';
import { peopleInputs } from './valid-inputs/people.ts';
import { productsInputs } from './valid-inputs/products.ts';
import { tradingInputs } from './valid-inputs/trading.ts';
import { walletInputs } from './valid-inputs/wallet.ts';

/** Input that the schema of each call takes, with each optional field in it. */
const named: Partial<Record<CallName, RawInput>> = {
  ...peopleInputs,
  ...tradingInputs,
  ...productsInputs,
  ...walletInputs,
};

/** A valid input of every call: the one that is named here, else a sample by the call's schemas. */
export const validInputs = Object.fromEntries(
  Object.values<Call>(calls).map((call) => [call.name, named[call.name as CallName] ?? sampleInput(call)]),
) as Readonly<Record<CallName, RawInput>>;
