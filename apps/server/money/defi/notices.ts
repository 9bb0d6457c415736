import { normaliseEvmAddress } from '@candor/chains';
import type { NoticeSource } from '../../gateway/notices/index.ts';

/** Joins that the ledger took. What left its chain, and what the pool does, is noted by the room's own rounds. */
export const miningNotices = (): NoticeSource => ({
  read({ stamp: { timeMs }, events }, draft) {
    for (const event of events) {
      if (event.type !== 'miningJoined' && event.type !== 'miningAddressMoved') continue;
      const { userId } = event;
      const address = normaliseEvmAddress(event.address) ?? event.address;
      if (event.type === 'miningAddressMoved') {
        const facts = { address, state: 'moved', opensTime: timeMs } as const;
        const content = () => ({ kind: 'mining-wallet', facts }) as const;
        draft({ userId, key: `mining-wallet:${address}:moved`, timeMs, content });
        continue;
      }
      draft({
        userId,
        key: 'mining-join:joined',
        timeMs,
        content: () => ({ kind: 'mining-join', facts: { address, state: 'joined', reason: null } }),
      });
    }
  },
});
