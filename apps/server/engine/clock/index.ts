export { Clock, type ClockOptions } from './clock.ts';
