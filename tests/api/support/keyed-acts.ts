import { type Call, calls } from '@candor/api';
import { expect } from 'vitest';
import type { House } from './house.ts';
import { newPerson, type Person, send } from './person.ts';

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** An act with the answer that its key was first given. */
export interface Done {
  readonly name: string;
  readonly answer: string;
  repeat(headers?: Readonly<Record<string, string>>): Promise<string>;
}

/** A house whose people act under keys, and all that they did. The house may be another one after a restart. */
export interface Keyed {
  readonly house: () => House;
  readonly done: Done[];
}

/** Headers of a request that was begun an hour ago. */
export const late = (house: House) => ({
  'request-time': String(house.now() - 3_600_000),
  'request-window': '5000',
});

/** The acts of a person, each under a key of its own that is kept with its answer. */
export function actor({ house, done }: Keyed, person: Person) {
  const ask = (call: Call, { params = {}, query, body }: Input, key: string | null, more: object = {}) => {
    const path = call.path
      .replace('{head}', 'v1')
      .replace(/\{(\w+)\}/g, (_, name: string) => params[name] as string);
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    return send(house(), call.method, path + search, {
      token: person.token,
      ...(body === undefined ? {} : { body }),
      headers: { ...(key === null ? {} : { 'idempotency-key': key }), ...more },
    });
  };
  /** Without a key: it only moves the world on. */
  const also = async (name: keyof typeof calls, input: Input) => {
    const { code, text, data } = await ask(calls[name], input, null);
    expect(code, `${name}: ${text}`).toBe(200);
    return data as Record<string, never>;
  };
  const act = async (name: keyof typeof calls, input: Input, refused: string | null = null) => {
    const key = `key-${done.length}`;
    if (refused === null) {
      const tooLate = await ask(calls[name], input, `late-${key}`, late(house()));
      expect(tooLate.data, name).toEqual({ key: 'REQUEST_LATE' });
    }
    const first = await ask(calls[name], input, key);
    if (refused === null) expect(first.code, `${name}: ${first.text}`).toBe(200);
    else expect(first.data).toMatchObject({ key: refused });
    done.push({
      name: `${done.length} ${name}`,
      answer: first.text,
      repeat: async (headers) => (await ask(calls[name], input, key, headers)).text,
    });
    return first.data as Record<string, never>;
  };
  return { ...person, act, also };
}

export type Actor = ReturnType<typeof actor>;

/** Somebody new, with money in another wallet than the spot one if `to` names it. */
export async function newActor(keyed: Keyed, to: string | null = null, amount = '4000'): Promise<Actor> {
  const made = actor(keyed, await newPerson(keyed.house()));
  if (to === null) return made;
  await made.act('transfer', { query: { from: '1', to, coin: 'USDT', amount } });
  return made;
}
