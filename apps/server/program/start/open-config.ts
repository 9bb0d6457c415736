import type { Config } from '../config/index.ts';

/** The configuration without its secrets; every process may have it. */
export type OpenConfig = Omit<
  Config,
  'databaseUrl' | 'seed' | 'smtpUrl' | 'smppUrl' | 'filesKey' | 'evm' | 'bitcoinRpcUrl' | 'metricsToken'
> & {
  /** Id of the chain whose nodes are set; null where practice mode brings its own, or none is served. */
  readonly evmChainId: number | null;
};

/** The paths of the sockets between processes. */
export interface Sockets {
  readonly core: string;
  readonly bus: string;
  readonly signer: string;
}

/** The input of every process. */
export interface RoleInput {
  readonly logLevel: Config['logLevel'];
  readonly config: OpenConfig;
  readonly sockets: Sockets;
  readonly version: string;
}

export function openConfig(config: Config): OpenConfig {
  const { databaseUrl: _database, seed: _seed, smtpUrl: _smtp, smppUrl: _smpp, ...rest } = config;
  const { filesKey: _files, bitcoinRpcUrl: _bitcoin, metricsToken: _token, evm, ...open } = rest;
  return { ...open, evmChainId: evm?.chainId ?? null };
}
