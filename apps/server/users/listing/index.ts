export type { ListingRoom } from './subject.ts';
