/** A label that wants to stand near a dot. */
export interface Wanted {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a label stands; `far` if a line should lead to its dot. */
export interface Placed extends Box {
  far: boolean;
}

const dot = 6;
const rings = [0, 10, 22, 36, 52, 70, 90, 112];

/** A place for each label, in their order, where it covers no dot, nothing `drawn` and no earlier label; inside of `page` if it fits. */
export function placeLabels(wanted: Wanted[], page: Box, drawn: Box[] = []): Placed[] {
  const dots = wanted.map(({ x, y }) => ({ left: x - dot, top: y - dot, right: x + dot, bottom: y + dot }));
  const taken: Box[] = [...dots, ...drawn];
  return wanted.map((label) => {
    const places = rings.flatMap((ring) => around(label, ring));
    const inside = places.filter((box) => within(box, page));
    const free = inside.find((box) => !taken.some((other) => overlap(box, other)));
    const chosen = free ?? inside[0] ?? (places[0] as Placed);
    taken.push(chosen);
    return chosen;
  });
}

/** Right, left, above and below of a dot, then the corners, at a distance. */
function around({ x, y, width, height }: Wanted, ring: number): Placed[] {
  const away = dot + 1 + ring;
  const [middle, centre] = [y - height / 2, x - width / 2];
  const at = (left: number, top: number): Placed => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
    far: ring > 0,
  });
  return [
    at(x + away, middle),
    at(x - away - width, middle),
    at(centre, y - away - height),
    at(centre, y + away),
    at(x + away, y - away - height),
    at(x + away, y + away),
    at(x - away - width, y - away - height),
    at(x - away - width, y + away),
  ];
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const within = (box: Box, page: Box): boolean =>
  box.left >= page.left && box.right <= page.right && box.top >= page.top && box.bottom <= page.bottom;
