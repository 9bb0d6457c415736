import type { Role } from '../roles/run-role.ts';
import { type Front, openFront, refuseTaken } from './front.ts';

/** Where a process listens, as the supervisor says. */
export interface Place {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable: string;
  /** How many processes listen there. */
  readonly doors: number;
  /** Whether this process is the first that listens there, and has to know whether another program does. */
  readonly isFirst: boolean;
}

/** Listens before all else is there, and tells the supervisor on which port. Throws PORT_TAKEN. */
export async function openPort(role: Role, trustProxy: boolean): Promise<Front> {
  const { lifecycle, log, notReady } = role;
  const { host, port, variable: portVariable, doors, isFirst } = (await role.ask('place')) as Place;
  if (doors > 1 && isFirst && port !== 0) await refuseTaken({ host, port, portVariable });
  const front = await lifecycle.stage(
    portVariable,
    () =>
      openFront({
        ...{ host, port, portVariable, notReady, trustProxy },
        reusePort: doors > 1,
        doors,
        onError: (error) => log.warn({ err: error }, 'a connection failed'),
      }),
    (running) => running.close(),
  );
  role.tell('port', front.port);
  return front;
}
