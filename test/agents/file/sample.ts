/** An agent file with something of everything; the numbers of its lines are what the tests of faults count on. */
export const sample = `---
id: scout
description: Finds things.
role: auditor
max_iterations: 4
contract:
  input:
    type: object
    required: [where]
    properties:
      where: { type: string }
  output:
    type: object
    required: [finds]
    properties:
      finds:
        type: array
        items:
          type: object
          required: [file, why]
          properties:
            file: { type: string }
            line: { type: integer }
            why: { type: string }
  constraints:
    - Nothing is found twice.
    - { check: max_items, path: finds, value: 5 }
    - check: references
      path: finds
    - { check: unique, path: finds, value: [file] }
    - { check: pattern, path: finds.why, value: '^[A-Z]' }
actions:
  - read
  - delegate
  - name: count_lines
    description: Counts the lines of a file.
    input:
      type: object
      required: [path]
      properties:
        path: { type: string }
    command: [wc, -l, '{path}']
  - finish
delegates: [analyst]
---
You find things.

## REACT_CYCLE

### Typical thoughts
- Where would it be?

### Specific actions
- \`count_lines\`: before reading
  a large file.

### Done criteria
- It is found.

### Escalation triggers
- It is nowhere.
* It is everywhere.
`;

/** The sample with one text in it replaced; it must be there. */
export function changed(from: string | RegExp, to: string): string {
  const text = sample.replace(from, () => to);
  if (text === sample) throw new Error(`the sample has no ${from}`);
  return text;
}
