import type { termsCalls } from '@candor/api';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Terms } from './terms.ts';

export interface TermsNeeds {
  readonly terms: Terms;
  readonly now: () => number;
}

export function termsHandlers({ terms, now }: TermsNeeds): Handlers<typeof termsCalls> {
  return {
    getTerms: ({ query, language }) => terms.read(language, query.version ?? null),
    getTermsState: ({ session }) => terms.state(session.userId),
    acceptTerms({ session, body, language }) {
      refuseLate(now());
      return terms.accept(session.userId, body.version, language);
    },
  };
}
