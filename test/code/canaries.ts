/** Made-up secrets, one a format. Put together from pieces, so that no scanner takes this file for a leak. */
const run = (of: string, length: number): string => of.repeat(Math.ceil(length / of.length)).slice(0, length);
const hex = (length: number): string => run('9f3c7a1e', length);
const upper = (length: number): string => run('Q7ZK3M9X', length);

interface Canary {
  /** How it stands in a file or an output. */
  text: string;
  /** What must not be seen of it. */
  secret: string;
}

/** Other letters make other secrets of the same formats. */
export function canariesOf(letters: string): Record<string, Canary> {
  const mixed = (length: number): string => run(letters, length);
  const pem = (kind: string): string =>
    [
      `-----BEGIN ${kind}PRIVATE KEY-----`,
      mixed(64),
      mixed(64),
      `${mixed(40)}==`,
      `-----END ${kind}PRIVATE KEY-----`,
    ].join('\n');
  return {
    aws: whole(`AKIA${upper(16)}`),
    'aws secret': named('aws_secret_access_key = ', mixed(40)),
    github: whole(`ghp_${mixed(36)}`),
    'github fine-grained': whole(`github_pat_${mixed(82)}`),
    gitlab: whole(`glpat-${mixed(20)}`),
    slack: whole(`xoxb-${run('4821', 12)}-${mixed(24)}`),
    stripe: whole(`sk_live_${mixed(24)}`),
    google: whole(`AIza${mixed(35)}`),
    openai: whole(`sk-proj-${mixed(48)}`),
    anthropic: whole(`sk-ant-api03-${mixed(80)}`),
    npm: whole(`npm_${mixed(36)}`),
    pypi: whole(`pypi-AgEIcHlwaS5vcmc${mixed(60)}`),
    'ssh key': { text: pem('OPENSSH '), secret: `${mixed(40)}` },
    'private key': { text: pem(''), secret: mixed(64).slice(0, 50) },
    jwt: whole(`eyJ${mixed(20)}.eyJ${mixed(40)}.${mixed(43)}`),
    'url password': named('postgres://app:', `${mixed(14)}!x`, '@db.example.test/app'),
    'api key': named('api_key=', mixed(32)),
    'quoted password': named('"password": "', `p4ss-${mixed(12)}`, '"'),
    bearer: named('Authorization: Bearer ', mixed(40)),
    sendgrid: whole(`SG.${mixed(22)}.${mixed(43)}`),
    'hugging face': whole(`hf_${mixed(34)}`),
    telegram: whole(`${run('71904836', 9)}:AA${mixed(33)}`),
    azure: named('DefaultEndpointsProtocol=https;AccountKey=', `${mixed(86)}==`),
    digitalocean: whole(`dop_v1_${hex(64)}`),
  };
}

export const canaries = canariesOf('a8Kq2Zx9Lm4Tn6');

function whole(secret: string) {
  return { text: secret, secret };
}

function named(before: string, secret: string, after = '') {
  return { text: `${before}${secret}${after}`, secret };
}
