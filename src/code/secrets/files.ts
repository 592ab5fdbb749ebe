import { secretsIn } from './find.ts';

export interface SecretLine {
  line: number;
  name: string;
}

const byName: [RegExp, string][] = [
  [
    /^\.env(?!\.(?:example|sample|template|dist|defaults|schema)$)(?:\..+)?$|^\.envrc$/i,
    'a file of environment variables',
  ],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:ppk|p12|pfx|jks|keystore|kdbx|asc\.key)$/i, 'a file of private keys'],
  [/^[._]netrc$|^\.(?:pgpass|pypirc|git-credentials|htpasswd|my\.cnf)$/i, 'a file of passwords'],
  [/\.tfstate(?:\.backup)?$/i, 'the state of Terraform, which holds secrets'],
];

/** What a file is that holds secrets by its name alone; null for any other. */
export function secretFile(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/(?:^|\/)\.aws\/credentials$|(?:^|\/)\.docker\/config\.json$/.test(path)) return 'a file of credentials';
  const [inName] = secretsIn(path, 'files');
  return byName.find(([match]) => match.test(name))?.[1] ?? (inName ? `${inName.name} in its name` : null);
}

/** The lines of a text with secrets, the first of each line, counted from `first`. */
export function secretLines(text: string, first = 1): SecretLine[] {
  const lines: SecretLine[] = [];
  let [line, from] = [first, 0];
  for (const { name, start } of secretsIn(text, 'files')) {
    line += newlines(text.slice(from, start));
    from = start;
    if (lines.at(-1)?.line !== line) lines.push({ line, name });
  }
  return lines;
}

export const newlines = (text: string): number => text.split('\n').length - 1;
