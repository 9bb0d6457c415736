/** Class of everything that floats over the page: the only things with a shadow. */
export const popupClass =
  'rounded-base bg-float text-ink shadow-float outline-none origin-(--transform-origin) transition-[opacity,scale] data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0';

/** A line in a floating list. */
export const popupItemClass =
  'flex min-h-9 cursor-pointer items-center gap-2 px-3 text-14 text-ink outline-none select-none data-highlighted:bg-wash data-disabled:cursor-default data-disabled:text-ink-3 touch:min-h-11';
