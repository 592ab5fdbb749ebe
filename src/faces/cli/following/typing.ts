const CTRL_C = '\u0003';
const CTRL_U = '\u0015';
const ESC = '\u001b';

/** Keys become lines. A terminal sends them one by one, or many at once where text is pasted. */
export function typing(hooks: { line: (text: string) => void; stop: () => void; change: () => void }) {
  let draft = '';
  return {
    draft: (): string => draft,
    keys(text: string): void {
      // Arrows and the like are one sequence each.
      if (text.startsWith(ESC)) return;
      for (const key of text) press(key);
      hooks.change();
    },
  };

  function press(key: string): void {
    if (key === CTRL_C) hooks.stop();
    else if (key === CTRL_U) draft = '';
    else if (key === '\u007f' || key === '\b') draft = [...draft].slice(0, -1).join('');
    else if (key === '\r' || key === '\n') {
      const line = draft.trim();
      draft = '';
      if (line !== '') hooks.line(line);
    } else if (key >= ' ') draft += key;
  }
}
