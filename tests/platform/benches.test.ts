import { expect, test } from 'vitest';
import { load, type ServerKind, startServers } from '../../benches/http-orders/running.ts';

test('the servers of the benches take orders, so that what is measured is the API as it is', async () => {
  const kinds: readonly ServerKind[] = ['one', 'split', 'split-projected', 'transaction'];
  const house = await startServers(kinds, 2);
  try {
    for (const kind of kinds) {
      await house.settle();
      const seen = await load(house.servers.get(kind)!, { connections: 2, seconds: 1, perSecond: null });
      expect(seen, kind).toMatchObject({ refused: 0, firstRefusal: null });
      expect(seen.accepted, kind).toBeGreaterThan(0);
    }
  } finally {
    await house.stop();
  }
});
