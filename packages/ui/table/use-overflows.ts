import { useEffect, useRef, useState } from 'react';

/** Returns a ref and true while its element has more content than room; follows changes of size. */
export function useOverflows() {
  const element = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () =>
      setOverflows(node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, overflows] as const;
}
