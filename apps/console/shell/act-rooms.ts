import { operatorActs } from '@candor/api';
import { type ConsoleRoom, consoleRooms } from '@candor/i18n';

const titles = Object.values(operatorActs).map(({ title }) => title);

/** Rooms of the messages that name acts, for a desk that names the acts of others. */
export const ACT_ROOMS: readonly ConsoleRoom[] = consoleRooms.filter((room) =>
  titles.some((title) => title.startsWith(`console.${room}.act.`)),
);
