/** Returns a function that runs each task after all that came before, whatever became of them. */
export function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run, run);
    last = turn.catch(() => {});
    return turn;
  };
}
