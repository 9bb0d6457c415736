export { type Chat, TYPING_SUBJECT } from './chat.ts';
export { forgetGuestsTask, planForgettingGuests } from './forget-guests.ts';
export { type Hint, publishHint } from './hints.ts';
export { type OrderChats, orderChats } from './order-chats.ts';
export { tellAnsweredTask } from './tell-answered.ts';
