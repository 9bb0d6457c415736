import type { Config } from '../config/index.ts';

/** The configuration without its secrets; every process may have it. */
export type OpenConfig = Omit<Config, 'databaseUrl' | 'seed'>;

/** The paths of the sockets between processes. */
export interface Sockets {
  readonly core: string;
  readonly bus: string;
}

/** The input of every process. */
export interface RoleInput {
  readonly logLevel: Config['logLevel'];
  readonly config: OpenConfig;
  readonly sockets: Sockets;
  readonly version: string;
}

export function openConfig({ databaseUrl: _url, seed: _seed, ...open }: Config): OpenConfig {
  return open;
}
