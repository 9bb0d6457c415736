import { createHmac, hkdfSync } from 'node:crypto';
import { createSeal } from '../../base/authenticator/index.ts';
import { documentKey } from './likeness.ts';

/** Person who a user says to be. */
export interface Person {
  readonly name: string;
  readonly idNumber: string;
}

/** Keeps names and ID numbers unreadable in the database. */
export interface PersonSafe {
  seal(person: Person): Buffer;
  open(sealed: Buffer): Person;
  /** A keyed hash of the number however it is written: without the key nobody can try numbers against it. */
  hashOf(idNumber: string): Buffer;
}

export function createPersonSafe(masterKey: Uint8Array): PersonSafe {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `candor kyc ${use}`, 32));
  const seal = createSeal(keyOf('person'));
  const hashKey = keyOf('document');
  return {
    seal: ({ name, idNumber }) => seal.seal(JSON.stringify({ name, idNumber })),
    open: (sealed) => JSON.parse(seal.open(sealed)) as Person,
    hashOf: (idNumber) => createHmac('sha256', hashKey).update(documentKey(idNumber)).digest(),
  };
}

const DOTS = '•••';

/** The first letter of each word of a name. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}${DOTS}`)
    .join(' ');

/** The last four characters, or the last two of a number that has fewer than eight. */
export function maskedNumber(number: string): string {
  const characters = [...number];
  return `${DOTS}${characters.slice(characters.length < 8 ? -2 : -4).join('')}`;
}
