import { secondsCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { createSecondsFeed } from './feed.ts';
import { secondsHandlers } from './handlers.ts';
import { createSeconds, type SecondsDeps } from './seconds.ts';

export const seconds = defineSubject({
  calls: secondsCalls,
  handlers: (needs: SecondsDeps) => secondsHandlers({ seconds: createSeconds(needs) }),
  feed: createSecondsFeed,
});
