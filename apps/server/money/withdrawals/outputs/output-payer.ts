import { kyselyOf } from '../../../base/database/index.ts';
import { readFinality } from '../../chains/index.ts';
import { writeFees } from '../fees.ts';
import { noteHouseAddresses } from '../house-addresses.ts';
import { type Payer, runPayer } from '../payer.ts';
import type { PaymentDeps } from '../payer-room.ts';
import { keepPrice } from '../prices.ts';
import { BITCOIN_PRICE } from '../terms.ts';
import { followEndedSpends, followSpend, sendSpend } from './following.ts';
import { followMerges } from './merging.ts';
import { signSpend } from './paying.ts';
import type { OutputDeps, OutputRoom } from './room.ts';
import { forgetUnsigned } from './spending.ts';

export type OutputPayerDeps = PaymentDeps & OutputDeps;

/**
 * Pays withdrawals of a chain of outputs. Inputs are bound to a payment under the wallet's row lock before anything is
 * signed, and stay bound for ever; every version of a payment spends all inputs of all earlier ones.
 */
export async function openOutputPayer(deps: OutputPayerDeps): Promise<Payer> {
  await deps.adapter.checkChain();
  const hotAddress = await deps.signer.hotAddress();
  await noteHouseAddresses(deps.pool, deps.chain, [hotAddress]);
  let finality = readFinality(deps.adapter, deps.chain);
  const room: OutputRoom = {
    ...deps,
    hotAddress,
    db: kyselyOf(deps.pool),
    get finality() {
      return finality;
    },
    unbind: (trx, withdrawalNo) => forgetUnsigned(trx, deps.chain.key, withdrawalNo),
  };
  const prices = keepPrice<bigint>({
    ask: () => deps.adapter.feeRate(),
    worthOf: (rate) => rate,
    ...BITCOIN_PRICE,
    alarm: deps.alarm,
    now: deps.now,
  });
  return runPayer(room, {
    hotAddress,
    firstNumber: 0,
    approvers: async () => (await deps.signer.allowedKeys()).length,
    async price() {
      finality = readFinality(deps.adapter, deps.chain);
      await followMerges(room);
      const rate = await prices.read();
      if (rate !== null) await writeFees(room, rate);
      return rate;
    },
    async pay(withdrawals, rate, waits) {
      for (const withdrawal of withdrawals)
        try {
          if (await signSpend(room, withdrawal, rate)) await sendSpend(room, withdrawal);
        } catch (error) {
          await waits(withdrawal, error);
        }
    },
    follow: (withdrawal, rate) => followSpend(room, withdrawal, rate),
    after: () => followEndedSpends(room),
  });
}
