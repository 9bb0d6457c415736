import { useState } from 'react';

/**
 * Returns the value as it was when the page at `path` was opened. What is learned later takes effect with the next page,
 * so that nothing on this one moves under a finger.
 */
export function useAtArrival<Value>(path: string, value: Value): Value {
  const [arrived, setArrived] = useState({ path, value });
  if (arrived.path === path) return arrived.value;
  setArrived({ path, value });
  return value;
}
