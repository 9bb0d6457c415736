import { isatty } from 'node:tty';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { terminalLine } from './terminal-line.ts';

/** Standard error: the log does not mix with what a program prints for its caller. */
const LOG_FD = 2;

export interface LogOptions {
  readonly level: string;
  /** The process that writes the lines. */
  readonly process: string;
  /** True for lines that a person reads; by default if standard error is a terminal. */
  readonly isTerminal?: boolean;
  /** Receives the lines instead of standard error. */
  readonly write?: (line: string) => void;
}

/**
 * Opens the log of a process: one JSON object a line, or one readable line each where a terminal shows them. Lines are
 * written at once, so that the last one before a kill is not lost.
 */
export function openLog(options: LogOptions): Logger {
  const destination = pino.destination({ fd: LOG_FD, sync: true });
  const write = options.write ?? ((line: string) => void destination.write(line));
  const isTerminal = options.isTerminal ?? isatty(LOG_FD);
  return pino(
    {
      level: options.level,
      base: { process: options.process },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: isTerminal ? (line) => write(terminalLine(line)) : write },
  );
}
