import { useMemo } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  /** Names the image to screen readers. */
  readonly label: string;
}

/** A QR code as one path, dark on white in both themes, since scanners want it so. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 2 });
    const cells = code.data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: cells.join('') };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 bg-[#ffffff]">
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
