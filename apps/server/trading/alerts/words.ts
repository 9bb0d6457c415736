/** On the bus: the id of an alert that was added or changed. */
export const ALERT_CHANGED = 'alerts.changed';
