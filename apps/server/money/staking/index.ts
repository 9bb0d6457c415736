export { stakingHouse } from './house.ts';
