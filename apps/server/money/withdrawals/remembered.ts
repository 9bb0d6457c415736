/** Asks once for each user. */
export function remembered<Answer>(
  ask: (userId: number) => Promise<Answer>,
): (userId: number) => Promise<Answer> {
  const answers = new Map<number, Promise<Answer>>();
  return (userId) => {
    const answer = answers.get(userId) ?? ask(userId);
    answers.set(userId, answer);
    return answer;
  };
}
