import type { Config } from '../config/index.ts';

/** The configuration without what is secret: every process may know it. */
export type OpenConfig = Omit<Config, 'databaseUrl' | 'seed'>;

/** Where the sockets lie by which the processes speak. */
export interface Sockets {
  readonly core: string;
  readonly bus: string;
}

/** What every process is handed over. */
export interface RoleInput {
  readonly logLevel: Config['logLevel'];
  readonly config: OpenConfig;
  readonly sockets: Sockets;
  readonly version: string;
}

export function openConfig({ databaseUrl: _url, seed: _seed, ...open }: Config): OpenConfig {
  return open;
}
