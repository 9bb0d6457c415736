import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Solves the challenge that it is sent, off the page's own thread, and answers with the solution. */
self.addEventListener('message', (event: MessageEvent<Challenge>) => {
  const solving = solveChallenge({ challenge: event.data, deriveKey });
  solving.then(
    (solution) => self.postMessage(solution),
    // thrown again outside the promise, it reaches the page as the worker's error
    (error: unknown) => setTimeout(() => reportError(error)),
  );
});
