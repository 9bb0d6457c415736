import type { supportDeskCalls } from '@candor/api';
import type { DeskDeps, DeskHandlers } from '../../operators/operator/index.ts';
import { cannedHandlers } from './canned.ts';
import type { SupportDesk } from './desk-acts.ts';
import { answerHandlers } from './desk-answers.ts';
import { holdingHandlers, restingHandlers } from './desk-holding.ts';
import { lookHandlers } from './desk-looks.ts';
import { supportFigures } from './figures.ts';
import { officeHandlers } from './office-hours.ts';
import type { Chat } from './types.ts';

/** The services of conversations that their desk needs. */
export interface SupportDeskNeeds {
  readonly chat: Chat;
}

/** Support’s desk: whoever has a conversation in hand answers it. Every act is an entry of the operators’ log. */
export function supportDesk(deps: DeskDeps & SupportDeskNeeds): DeskHandlers<typeof supportDeskCalls> {
  const { db, log } = deps.operators;
  const desk: SupportDesk = { db, log, chat: deps.chat, now: deps.now };
  return {
    ...lookHandlers(desk),
    ...holdingHandlers(desk),
    ...answerHandlers(desk),
    ...restingHandlers(desk),
    getSupportFigures: ({ query: { days = '30' } }) => supportFigures(db, Number(days), deps.now()),
    ...cannedHandlers(deps),
    ...officeHandlers(deps),
  };
}
