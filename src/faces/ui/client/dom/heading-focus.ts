/** Puts the focus on the heading of the place that the reader went to, once that place is drawn. */
export interface HeadingFocus {
  /** The reader went somewhere. */
  went(): void;
  /** The page was drawn: after live updates the focus stays where it is. */
  drawn(): void;
}

export function headingFocus(): HeadingFocus {
  let wanted = false;
  let last: Element | null = null;
  return {
    went() {
      wanted = true;
      last = document.activeElement;
    },
    drawn() {
      if (!wanted) return;
      const heading = document.querySelector('h1');
      const active = document.activeElement;
      const hasMovedOn = active !== null && active !== document.body && active !== last;
      wanted = !hasMovedOn && (heading === null || heading.closest('[aria-busy]') !== null);
      if (hasMovedOn) return;
      heading?.focus();
      last = heading;
    },
  };
}
