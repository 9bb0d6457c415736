import { useEffect, useRef, useState } from 'react';

/** Directions in which an element has more content than room. */
export interface Overflows {
  readonly across: boolean;
  readonly down: boolean;
}

const NONE: Overflows = { across: false, down: false };

/** Returns a ref and how its element overflows; follows changes of size. */
export function useOverflows() {
  const element = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(NONE);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => {
      const across = node.scrollWidth > node.clientWidth;
      const down = node.scrollHeight > node.clientHeight;
      setOverflows((before) =>
        before.across === across && before.down === down ? before : { across, down },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, overflows] as const;
}
