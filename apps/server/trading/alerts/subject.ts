import { alertCalls } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { type AlertsDeps, createAlerts } from './alerts.ts';
import { migrations } from './schema.ts';

type Base = Pick<AlertsDeps, 'db' | 'bus'>;
type Needs = Omit<AlertsDeps, keyof Base> & { readonly alertsBase: Base };

export const alerts = defineSubject({
  calls: alertCalls,
  async open(_lifecycle, { pool, bus }) {
    await migrate(pool, 'alerts', migrations);
    return { alertsBase: { db: kyselyOf(pool), bus } };
  },
  handlers({ alertsBase, ...needs }: Needs) {
    const own = createAlerts({ ...needs, ...alertsBase });
    return {
      getPriceAlerts: ({ session }) => own.list(session.userId),
      addPriceAlert: ({ session, body: { symbol, ...terms } }) => own.add(session.userId, symbol, terms),
      changePriceAlert: ({ session, body: { id, ...terms } }) => own.change(session.userId, id, terms),
      deletePriceAlert: ({ session, body }) => own.remove(session.userId, body.id),
    };
  },
});
