import type { UserInfo } from '@candor/api';
import { useState } from 'react';
import { type LoginInput, useServices } from '../data/index.ts';
import { challengeOf, solveProof } from './login-proof.ts';

/** The login, which solves a proof of work by itself where the server asks for one. */
export function useProvenLogin(): {
  readonly login: (input: LoginInput) => Promise<UserInfo>;
  /** True while the browser solves a proof. */
  readonly isSolving: boolean;
} {
  const { session } = useServices();
  const [isSolving, setSolving] = useState(false);

  async function login(input: LoginInput): Promise<UserInfo> {
    try {
      return await session.login(input);
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === null) throw error;
      setSolving(true);
      try {
        const proof = await solveProof(challenge).catch(() => Promise.reject(error));
        return await session.login({ ...input, proof });
      } finally {
        setSolving(false);
      }
    }
  }
  return { login, isSolving };
}
