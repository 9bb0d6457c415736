import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AskNode, connectNode } from '@candor/chains/evm';
import { findAnvil } from './anvil-binary.ts';
import { ownsPort } from './port-owner.ts';

export interface AnvilOptions {
  readonly chainId: number;
  /** The state of an earlier run, as `anvil_dumpState` gave it, unpacked. Not there at the first start. */
  readonly statePath?: string;
  /** Tried first; any free one if it is taken. */
  readonly port?: number;
}

/** A development node that mines only when it is told to. */
export interface Anvil {
  readonly url: string;
  readonly port: number;
  readonly ask: AskNode;
  readonly pid: number;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

const START_PATIENCE_MS = 60_000;
const STEP_MS = 20;
/** Keeps no state older than this many blocks in memory. */
const STATES_KEPT = '512';
const TRIES = 5;

/** Starts anvil on loopback. It dies with this process. Throws if there is no binary for this machine. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const binary = await findAnvil();
  if (binary === null)
    throw new Error(`There is no practice chain for ${process.platform} on ${process.arch}`);
  let said = '';
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = await freePort(tried === 0 ? (options.port ?? 0) : 0);
    const child = await spawnGuarded(binary, argumentsOf(options, port));
    const ask = connectNode(`http://127.0.0.1:${port}`);
    said = '';
    child.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    });
    // Another process may have taken the port meanwhile, and its node would answer: the child must listen itself.
    if ((await answers(child, ask)) && (await ownsPort(child.pid ?? 0, port))) {
      const stop = async () => {
        child.kill('SIGTERM');
        await exited;
      };
      return { url: `http://127.0.0.1:${port}`, port, ask, pid: child.pid as number, exited, stop };
    }
    child.kill('SIGKILL');
  }
  throw new Error(`The practice chain does not start: ${said.trim()}`);
}

function argumentsOf({ chainId, statePath }: AnvilOptions, port: number): string[] {
  const load = statePath !== undefined && existsSync(statePath) ? ['--load-state', statePath] : [];
  return [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--no-mining',
    // Final are blocks that are two epochs old: 12 blocks, in place of the 64 of Ethereum.
    '--slots-in-an-epoch',
    '6',
    '--no-cors',
    '--quiet',
    '--max-persisted-states',
    STATES_KEPT,
    '--threads',
    '1',
    ...load,
  ];
}

async function answers(child: ChildProcess, ask: AskNode): Promise<boolean> {
  const untilMs = Date.now() + START_PATIENCE_MS;
  while (Date.now() < untilMs && child.exitCode === null && child.signalCode === null) {
    if (
      await ask('eth_chainId', []).then(
        () => true,
        () => false,
      )
    ) {
      await sleep(STEP_MS);
      return child.exitCode === null && child.signalCode === null;
    }
    await sleep(STEP_MS);
  }
  return false;
}

/** Runs a command that the operating system kills when this process dies, where it can. */
async function spawnGuarded(file: string, args: readonly string[]): Promise<ChildProcess> {
  const guard = ['--pdeathsig', 'KILL', '--'];
  const hasGuard = await new Promise<boolean>((resolve) => {
    execFile('setpriv', [...guard, process.execPath, '--version'], (error) => resolve(error === null));
  });
  const [command, all] = hasGuard ? ['setpriv', [...guard, file, ...args]] : [file, [...args]];
  // A group of its own: Ctrl-C reaches the whole group of a terminal, and this process stops the node in its turn.
  const child = spawn(command, all, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  if (child.pid === undefined) await once(child, 'spawn');
  return child;
}

/** Returns the wanted port of loopback if it is free, else any free one. */
async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(null));
      server.listen(port, '127.0.0.1', () => {
        const { port: got } = server.address() as { port: number };
        server.close(() => resolve(got));
      });
    });
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === null) throw new Error('No port of this machine is free');
  return port;
}
