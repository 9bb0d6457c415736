export { touchOf } from './touch-of.ts';
export { type NewTouch, openTouches, type Touches } from './touches.ts';
