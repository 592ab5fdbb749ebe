/** What every agent with reflections is told, besides its own file. */
export const whenToAsk = `## When to ask
Decide \`escalate\` and say why, rather than guess, where
- two readings are left open, and they differ in what matters;
- it takes a business or strategic decision;
- there is a security risk that you were not asked to look for;
- what is asked conflicts with a constraint that stands;
- information that everything depends on is missing.`;
