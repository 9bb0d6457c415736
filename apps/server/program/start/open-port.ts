import { type Front, openFront, refuseTaken } from './front.ts';
import type { Role } from './roles/run-role.ts';

/** Address at which a process listens, as the supervisor assigns it. */
export interface Place {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable: string;
  /** The number of processes that listen there. */
  readonly doors: number;
  /** True if this process listens there first; it then checks whether another program does. */
  readonly isFirst: boolean;
}

/** Listens before the other parts are ready, and reports the port to the supervisor. Throws PORT_TAKEN. */
export async function openPort(role: Role, proxies: readonly string[]): Promise<Front> {
  const { lifecycle, log, notReady } = role;
  const { host, port, variable: portVariable, doors, isFirst } = (await role.ask('place')) as Place;
  if (doors > 1 && isFirst && port !== 0) await refuseTaken({ host, port, portVariable });
  const front = await lifecycle.stage(
    portVariable,
    () =>
      openFront({
        host,
        port,
        portVariable,
        notReady,
        proxies,
        doors,
        onError: (error) => log.warn({ err: error }, 'a connection failed'),
      }),
    (running) => running.close(),
  );
  role.tell('port', front.port);
  return front;
}
