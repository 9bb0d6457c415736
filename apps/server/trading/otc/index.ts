export { otcHouse } from './house.ts';
export type { OtcRoom } from './room.ts';
