import { allowanceOf, hasPermit2, permit2AllowanceOf } from './wallet-calls.ts';
import type { Provider } from './wallets.ts';

/** An address of ours, which could take what a wallet allows it. */
export interface Spender {
  readonly address: string;
  readonly whose: 'registry' | 'deposit' | 'house';
}

/** A token that is listed on the wallet's network. */
export interface ListedToken {
  readonly coin: string;
  readonly contract: string;
}

/** An allowance of one token to one address of ours, as the user's own wallet read it. */
export interface Allowance extends Spender {
  readonly coin: string;
  readonly token: string;
  /** Given to the address by the token itself, or by way of Permit2. */
  readonly by: 'token' | 'permit2';
  readonly units: bigint;
}

/** Reads what an owner allows us: each token, to each address, by the token and by Permit2 where it stands. @throws WalletRefusal */
export async function readAllowances(
  provider: Provider,
  owner: string,
  tokens: readonly ListedToken[],
  spenders: readonly Spender[],
): Promise<readonly Allowance[]> {
  const ours = spenders.filter(
    ({ address }, at) =>
      spenders.findIndex((each) => each.address.toLowerCase() === address.toLowerCase()) === at,
  );
  const reads = [
    { by: 'token', read: allowanceOf } as const,
    ...(tokens.length > 0 && (await hasPermit2(provider))
      ? [{ by: 'permit2', read: permit2AllowanceOf } as const]
      : []),
  ];
  const allowances: Allowance[] = [];
  for (const { coin, contract: token } of tokens)
    for (const spender of ours)
      for (const { by, read } of reads)
        allowances.push({
          ...spender,
          coin,
          token,
          by,
          units: await read(provider, token, owner, spender.address),
        });
  return allowances;
}

/** Verdict over what was read: there was nothing to read, all is 0, or something is given. */
export function verdictOf(allowances: readonly Pick<Allowance, 'units'>[]): 'nothing' | 'none' | 'some' {
  if (allowances.length === 0) return 'nothing';
  return allowances.some(({ units }) => units > 0n) ? 'some' : 'none';
}
