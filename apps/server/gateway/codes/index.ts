export type { Channel } from '../messages/index.ts';
export {
  CODE_LIFETIME_MS,
  type CodeFlow,
  type CodePurpose,
  type CodeRequest,
  type Codes,
  openCodes,
  type SentCode,
  type UseCode,
} from './codes.ts';
export type { CodeLimits } from './limits.ts';
export { smsNumber } from './sms-number.ts';
