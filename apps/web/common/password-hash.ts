import { sha256 } from '@candor/proofs';

/** A password in the form in which a change of it travels: the SHA-256 of its text. */
export const passwordHash = (password: string): string => sha256(new TextEncoder().encode(password));
