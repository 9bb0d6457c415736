import { endAlarm, raiseAlarm } from '../treasury/index.ts';
import type { PaymentRoom } from './payer-room.ts';

/** Nonces of signed payments that no node knows while later ones wait for them. */
export interface Gaps {
  /** Notes if the nodes know nothing of a payment's nonce. */
  note(nonce: number, isUnknown: boolean): void;
  /** Raises the alarm of the first gap, or ends it. */
  judge(room: PaymentRoom): Promise<void>;
}

export function createGaps(coin: string): Gaps {
  const unknown = new Set<number>();
  let said: number | null = null;
  return {
    note(nonce, isUnknown) {
      if (isUnknown) unknown.add(nonce);
      else unknown.delete(nonce);
    },
    async judge({ alarm, chain, db, now }) {
      const treasury = db;
      const open = await db
        .selectFrom('withdrawals.withdrawal')
        .select('nonce')
        .where('chain', '=', chain.key)
        .where('state', '=', 'broadcast')
        .where('block_hash', 'is', null)
        .orderBy('nonce')
        .execute();
      const waiting = open.map(({ nonce }) => nonce!);
      for (const nonce of unknown) if (!waiting.includes(nonce)) unknown.delete(nonce);
      const first = waiting.find((nonce) => unknown.has(nonce));
      const gap = first !== undefined && waiting.at(-1)! > first ? first : null;
      const of = { chain: chain.key, coin, kind: 'gap' } as const;
      if (gap === null) await endAlarm(treasury, of, now());
      else {
        if (gap !== said)
          alarm(`Nonce ${gap} of ${chain.key} is missing and holds up later payments: it is sent again`);
        await raiseAlarm(treasury, { ...of, details: `${gap}` }, now());
      }
      said = gap;
    },
  };
}
