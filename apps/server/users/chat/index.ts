export { type Chat, TYPING_SUBJECT } from './chat.ts';
export { tellAnsweredTask } from './tell-answered.ts';
