import { type Call, callUrl, type KeyScope } from '@candor/api';
import type { House } from './house.ts';
import { type Person, type RawAnswer, send } from './person.ts';
import type { RawInput } from './raw-input.ts';
import { type OwnedKey, sendSigned } from './signed.ts';
import type { WhoMay } from './who-may.ts';

/** The caller with a key of each scope, and reading, which every key may: a scope without one does not compile. */
const keyCallers = {
  read: 'reader',
  trade: 'trader',
  withdraw: 'withdrawer',
} as const satisfies Readonly<Record<KeyScope, string>>;
type KeyCaller = (typeof keyCallers)[KeyScope];

/** Callers of the customers' API. The operator comes with an operator's token, the keys belong to a user. */
export const callers = ['visitor', 'operator', 'person', 'frozen', ...Object.values(keyCallers)] as const;
export type Caller = (typeof callers)[number];

const isKeyCaller = (caller: Caller): caller is KeyCaller =>
  (Object.values(keyCallers) as readonly Caller[]).includes(caller);

/** The error that refuses a caller; null where the call is the caller's to make. */
export function refusalOf(who: WhoMay, caller: Caller): string | null {
  if (who === 'everybody') return null;
  if (caller === 'visitor' || caller === 'operator') return who === 'everybody+' ? null : 'SIGNED_OUT';
  if (caller === 'person') return null;
  if (caller === 'frozen') return who === 'trader' || who === 'person-active' ? 'ACCOUNT_FROZEN' : null;
  if (who.startsWith('person')) return 'API_KEY_NOT_ACCEPTED';
  // no call pays out by a key: its scope alone lets it do what a reader may
  return caller !== 'trader' && who.startsWith('trader') ? 'API_KEY_SCOPE' : null;
}

/** Every error by which a caller is refused, whatever the call. */
export const gateErrors = [
  'SIGNED_OUT',
  'NOT_PERMITTED',
  'ACCOUNT_FROZEN',
  'API_KEY_INVALID',
  'API_KEY_SIGNATURE',
  'API_KEY_ADDRESS',
  'API_KEY_SCOPE',
  'API_KEY_NOT_ACCEPTED',
];

/** Things of one user that another user names in calls. */
export interface Belongings {
  readonly orderId: number;
  readonly deviceId: string;
  readonly keyId: string;
}

/** The input of a call with the ids of somebody's things in the place of all ids. */
export function aimedAt(input: RawInput, { orderId, deviceId, keyId }: Belongings): RawInput {
  const text = JSON.stringify(input, (name, value: unknown) => {
    if (typeof value === 'string' && value.startsWith('ck_')) return keyId;
    if (name !== 'id' && name !== 'orderId') return value;
    if (typeof value === 'number') return orderId;
    return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? deviceId : String(orderId);
  });
  return JSON.parse(text) as RawInput;
}

export interface Callings {
  readonly operatorToken: string;
  readonly person: Person;
  readonly frozen: Person;
  readonly reader: OwnedKey;
  readonly trader: OwnedKey;
  readonly withdrawer: OwnedKey;
}

/** Makes a call as a caller. */
export function callAs(
  house: House,
  callings: Callings,
  caller: Caller,
  call: Call,
  input: RawInput,
): Promise<RawAnswer> {
  const path = callUrl(call, 'v1', input);
  const body = call.method === 'GET' ? undefined : input.body;
  if (isKeyCaller(caller)) return sendSigned(house, callings[caller], call.method, path, { body });
  const tokens = {
    visitor: null,
    operator: callings.operatorToken,
    person: callings.person.token,
    frozen: callings.frozen.token,
  };
  return send(house, call.method, path, { token: tokens[caller], body });
}
