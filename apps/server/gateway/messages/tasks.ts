import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Task } from '../../base/jobs/index.ts';
import { deliverTask } from './deliver.ts';
import { forgetTask, planForgetting } from './forget.ts';
import { createSmtp, type SmtpOptions } from './mail/smtp.ts';
import { createSmsc, type SmscOptions } from './sms/smsc.ts';
import { loadWords } from './words.ts';

export interface MessageTasksOptions {
  readonly pool: Pool;
  readonly codesKey: Uint8Array;
  /** The address of the pages, which links begin with. */
  readonly pagesUrl: string;
  /** The address of the console, which the links of operators begin with. */
  readonly consoleUrl: string;
  /** Null where the console keeps the messages. */
  readonly smtp: SmtpOptions | null;
  readonly smsc: SmscOptions | null;
  readonly say: (line: string) => void;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** The tasks of messages, and what they hold open. */
export interface MessageTasks {
  readonly tasks: readonly Task[];
  stop(): void;
}

export async function openMessageTasks(options: MessageTasksOptions): Promise<MessageTasks> {
  await planForgetting(options);
  const mail = options.smtp === null ? null : createSmtp(options.smtp);
  const sms = options.smsc === null ? null : createSmsc(options.smsc);
  return {
    tasks: [deliverTask({ ...options, words: await loadWords(), mail, sms }), forgetTask(options)],
    stop() {
      mail?.stop();
      sms?.stop();
    },
  };
}
