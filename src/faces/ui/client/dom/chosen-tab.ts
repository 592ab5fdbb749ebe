/** Brings the chosen tab into sight when it or the bar's width has changed, and leaves the page's own scroll alone. */
export function chosenTab(): { drawn(): void } {
  let before = '';
  return {
    drawn() {
      const tab = document.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
      const bar = tab?.parentElement;
      if (!tab || !bar) {
        before = '';
        return;
      }
      const now = `${tab.id} ${bar.scrollWidth} ${bar.clientWidth}`;
      if (now === before) return;
      before = now;
      const [own, room] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
      if (own.left < room.left) bar.scrollLeft += own.left - room.left;
      else if (own.right > room.right) bar.scrollLeft += own.right - room.right;
    },
  };
}
