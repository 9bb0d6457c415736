import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: their price alerts, with prices in ticks of the market. */
export const alertsOwnData: OwnData = {
  tables: [
    {
      table: 'alerts.alert',
      shows: [
        'alert_id',
        'symbol',
        'source',
        'kind',
        'price_ticks',
        'move_ppm',
        'window_minutes',
        'state',
        'created_at',
        'changed_at',
        'fired_at',
        'fired_ticks',
      ],
      without: {
        user_id: 'the owner',
        watched_id: 'the number of the market, whose name is shown',
        version: 'a count of changes for the program',
      },
      atClosing: 'delete',
    },
  ],
};
