/** A test point with its place in the document; `names` lead to it from the level that is being read. */
export interface Point {
  names: string[];
  ok: boolean;
  skipped: boolean;
  notes: string;
}

/** One list of test points: the document's own, or a subtest's. */
interface Level {
  indent: number;
  points: Point[];
  /** How many points were numbered, and how many a plan promises. */
  count: number;
  planned: number | null;
  /** The comment above the points, where a producer names its tests so. */
  heading: string;
  /** The test point that opened it, where that comes first. */
  opener: { name: string; ok: boolean; skipped: boolean } | null;
}

const pointLine = /^(ok|not ok)\b(?:\s+(\d+))?(?:\s+-)?\s*(.*)$/;
const planLine = /^1\.\.(\d+)(?:\s*#.*)?$/;
/** How the last lines of producers begin, which name no test. */
export const summary =
  /^(?:tests?|pass(?:ed)?|fail(?:ed)?|ok|skip(?:ped)?|todo|suites|cancelled|duration_ms|time=|Subtest:|started|ended)\b|^\{/i;

/** Reads TAP line by line, one document or several after one another: which points there are, and what does not add up. */
export class TapReader {
  private levels: Level[] = [level(0)];
  private readonly points: Point[] = [];
  private readonly faults: string[] = [];
  /** Lists that end before their plan, or without one. */
  private readonly early: string[] = [];
  private documents = 0;
  /** Points of a subtest that has ended and whose own point is still to come. */
  private waiting: { indent: number; points: Point[] } | null = null;
  private block: { indent: number; lines: string[]; point: Point | null } | null = null;
  private last: Point | null = null;
  private nests = false;

  read(line: string): void {
    if (this.block) {
      const { indent, lines, point } = this.block;
      if (line.trim() === '...' && indentOf(line) <= indent) {
        if (point) point.notes = lines.join('\n');
        this.block = null;
      } else lines.push(line.slice(Math.min(indent, indentOf(line))));
      return;
    }
    const indent = indentOf(line);
    const text = line.trim();
    if (text === '---') {
      this.block = { indent, lines: [], point: this.last };
      return;
    }
    const plan = planLine.exec(text);
    const point = pointLine.exec(text);
    if (/^TAP version \d+$/.test(text) && indent === 0) this.next();
    else if (text === '}') this.close(indent);
    else if (text.startsWith('Bail out!')) this.faults.push(text);
    else if (text.startsWith('# ')) this.comment(indent, text.slice(2));
    else if (indent % 4 !== 0) return;
    else if (plan) this.plan(indent, Number(plan[1]));
    else if (point) this.point(indent, point[1] === 'ok', point[2], point[3] ?? '');
  }

  end(): { points: Point[]; faults: string[]; early: string[]; documents: number } {
    this.next();
    return { points: this.points, faults: this.faults, early: this.early, documents: this.documents };
  }

  private next(): void {
    while (this.levels.length > 1) this.leave();
    const [document] = this.levels;
    if (document && (document.count > 0 || document.planned !== null)) {
      this.documents += 1;
      this.tally(document);
      this.points.push(...document.points);
    }
    this.levels = [level(0)];
    this.waiting = null;
  }

  private at(indent: number): Level {
    while (this.levels.length > 1 && this.current.indent > indent) this.leave();
    while (this.current.indent < indent) this.levels.push(level(this.current.indent + 4));
    return this.current;
  }

  private get current(): Level {
    const current = this.levels.at(-1);
    if (!current) throw new Error('a TAP document has no level');
    return current;
  }

  /** Ends a subtest. Its points belong to the point that opened it, or to the next one outside. */
  private leave(): void {
    const inner = this.levels.pop();
    const outer = this.current;
    if (!inner) return;
    this.tally(inner);
    if (inner.opener) this.add(outer, inner.opener, inner.points);
    else this.waiting = { indent: outer.indent, points: [...(this.waiting?.points ?? []), ...inner.points] };
  }

  private close(indent: number): void {
    const opened = this.levels.findLastIndex((one) => one.opener !== null && one.indent > indent);
    if (opened === -1) return;
    while (this.levels.length > opened) this.leave();
  }

  private tally({ count, planned }: Level): void {
    if (planned === null && count === 0) return;
    if (planned === null) this.early.push(`${count} test points and no plan`);
    else if (planned > count) this.early.push(`${planned} test points were planned, and ${count} are there`);
    else if (planned < count) this.faults.push(`${planned} test points were planned, and ${count} are there`);
  }

  private plan(indent: number, planned: number): void {
    const at = this.at(indent);
    if (at.planned !== null && indent === 0 && at.planned === at.count) {
      this.next(); // Another document, of a producer that begins with its plan.
      this.current.planned = planned;
    } else if (at.planned !== null) this.faults.push('two plans for the same test points');
    else at.planned = planned;
  }

  private comment(indent: number, text: string): void {
    if (text.startsWith('Subtest:')) this.nests = true;
    // Producers that have subtests name their tests by them; their comments are anything.
    else if (indent === 0 && !this.nests && this.levels.length === 1 && !summary.test(text))
      this.current.heading = text;
  }

  private point(indent: number, ok: boolean, number: string | undefined, rest: string): void {
    const first = this.at(indent);
    // Another document without a version line.
    if (number === '1' && indent === 0 && first.count > 0 && first.planned === first.count) this.next();
    const at = this.at(indent);
    at.count += 1;
    if (number !== undefined && Number(number) !== at.count)
      this.faults.push(`test point ${number} where ${at.count} was due`);
    const opens = /\s*\{$/.test(rest);
    const [, name = '', directive = ''] =
      /^(.*?)\s*(?:#\s*((?:skip|todo)\b.*|time=.*))?$/is.exec(rest.replace(/\s*\{$/, '')) ?? [];
    const described = { name: name.trim(), ok, skipped: /^(?:skip|todo)/i.test(directive) };
    if (opens) this.levels.push({ ...level(indent + 4), opener: described });
    else {
      const children = this.waiting?.indent === indent ? this.waiting.points : [];
      this.waiting = null;
      this.add(at, described, children);
    }
  }

  private add(to: Level, { name, ok, skipped }: NonNullable<Level['opener']>, children: Point[]): void {
    const above = to.heading === '' ? [] : [to.heading];
    const own: Point = { names: [...above, name], ok, skipped, notes: '' };
    this.last = own;
    if (children.length === 0) to.points.push(own);
    else {
      to.points.push(...children.map((child) => nested(child, own.names)));
      // Its points are fine and it is not: its plan, its time or its own code.
      if (!ok && !skipped && children.every((child) => child.ok || child.skipped)) to.points.push(own);
    }
  }
}

/** The same point, so that notes which come later still reach it. */
function nested(point: Point, above: string[]): Point {
  point.names = [...above, ...point.names];
  return point;
}

const level = (indent: number): Level => ({
  indent,
  points: [],
  count: 0,
  planned: null,
  heading: '',
  opener: null,
});

const indentOf = (line: string): number => line.length - line.trimStart().length;
