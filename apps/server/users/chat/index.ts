export { forgetGuestsTask, planForgettingGuests } from './forget-guests.ts';
export { type Hint, publishHint } from './hints.ts';
export { type OrderChats, orderChats } from './order-chats.ts';
export { tellAnsweredTask } from './tell-answered.ts';
export type { Chat } from './types.ts';
export { TYPING_SUBJECT } from './typists.ts';
