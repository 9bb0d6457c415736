import { useEffect, useRef } from 'react';

/**
 * Returns the value as it was before `isHeld` became true, and the present one while it is false. While an act is on
 * its way, what a form reckons with may already lack what the act takes, although the form still shows it.
 */
export function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const last = useRef(value);
  useEffect(() => {
    if (!isHeld) last.current = value;
  });
  return isHeld ? last.current : value;
}
