export { type NewTouch, openTouches, type Touches } from './touches.ts';
