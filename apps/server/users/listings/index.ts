export type { ListingRoom } from './room.ts';
