/** What a secret looks like. The one set of rules: for what is redacted, for the review and for `pawl init`. */
export interface SecretRule {
  name: string;
  /** What it begins with, at least three characters in any case: only there the expression is tried. */
  begins: string[];
  /** Sticky. Groups before the secret itself stay as they are. */
  match: RegExp;
  /** It may begin inside a word. */
  inWord?: boolean;
  /** Absent: everywhere. `text`: in what is shown and recorded; `review`: in a change, where a guess costs little. */
  only?: 'text' | 'review';
  /** The secret has no format of its own: in a file, what looks like an example is none. */
  loose?: boolean;
}

const rule = (name: string, begins: string, match: RegExp, more: Partial<SecretRule> = {}): SecretRule => ({
  name,
  begins: begins.split(' '),
  match: new RegExp(match.source, `${match.flags}y`),
  ...more,
});

const keyBody = String.raw`(?:[A-Za-z0-9+/=\s:,.()>|-]|\\+[nrt]|\\+u000[ad])`;
const keyEnd = String.raw`-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----`;
const privateKey = new RegExp(
  String.raw`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----${keyBody}*?(?:${keyEnd}|(?!${keyBody})|$)`,
);

const formats: SecretRule[] = [
  rule('a private key', '-----BEGIN', privateKey, { inWord: true }),
  rule(
    'a private key',
    'LS0tLS1CRUdJTi',
    /LS0tLS1CRUdJTi(?:BQUklW|BSU0EgUFJJV|BFQyBQUklW|BPUEVOU1NI|BEU0EgUFJJV|BFTkNSWVBURUQ)[A-Za-z0-9+/=\s]{60,}/,
    { inWord: true },
  ),
  rule('an npm token', '_authToken', /(_authToken\s*=\s*)(?!\$\{)[^\s"']{8,}/, { inWord: true }),
  rule('an AWS access key', 'AKIA ASIA', /A[KS]IA[0-9A-Z]{16}\b/),
  rule('a GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', /gh[pousr]_[A-Za-z0-9]{36,}\b/),
  rule('a GitHub token', 'github_pat_', /github_pat_\w{22,}/),
  rule('a GitLab token', 'glpat- gldt- glrt- glptt- glcbt- gloas- glagent-', /gl[a-z]{2,5}-[\w-]{20,}/),
  rule('an API key', 'sk-', /sk-(?:ant-|proj-)?[\w-]{24,}\b/),
  rule('a Slack token', 'xoxa- xoxb- xoxp- xoxr- xoxs-', /xox[abprs]-[\w-]{10,}\b/),
  rule('a Slack token', 'xapp-', /xapp-\d-[\w-]{20,}/),
  rule('a Slack hook', 'hooks.slack', /hooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,}/),
  rule('a Discord hook', 'discord', /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/),
  rule('a Google API key', 'AIza', /AIza[\w-]{35}\b/),
  rule('a Google token', 'ya29. GOCSPX-', /(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/),
  rule('a Stripe key', 'sk_live_ rk_live_', /[rs]k_live_[A-Za-z0-9]{20,}\b/),
  rule('a Stripe key', 'rk_test sk_test pk_', /(?:[rsp]k_test_|pk_live_)[A-Za-z0-9]{16,}/, { only: 'text' }),
  rule('a Stripe key', 'whsec_', /whsec_[A-Za-z0-9]{16,}/),
  rule('a JSON web token', 'eyJ', /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}\b/),
  rule('an npm token', 'npm_', /npm_[A-Za-z0-9]{36}\b/),
  rule('a PyPI token', 'pypi-', /pypi-[\w-]{32,}/),
  rule('a Hugging Face token', 'hf_', /hf_[A-Za-z0-9]{30,}\b/),
  rule('a SendGrid key', 'SG.', /SG\.[\w-]{16,}\.[\w-]{16,}/),
  rule('a Twilio key', [...'0123456789abcdef'].map((digit) => `SK${digit}`).join(' '), /SK[0-9a-f]{32}\b/),
  rule('a Telegram token', ':AA', /(?<=\d{8}):AA[\w-]{33}/, { inWord: true }),
  rule('a DigitalOcean token', 'dop_v1 doo_v1 dor_v1', /do[opr]_v1_[0-9a-f]{64}\b/),
  rule('a Shopify token', 'shpat_ shpca_ shppa_ shpss_', /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/),
  rule('a Vault token', 'hvs. hvb. hvr.', /hv[sbr]\.[\w-]{24,}/),
  rule('a Docker token', 'dckr_pat_', /dckr_pat_[\w-]{20,}/),
  rule('an age key', 'AGE-SECRET-KEY-1', /AGE-SECRET-KEY-1[0-9A-Z]{50,}/),
];

const names = String.raw`(?:api|access|account|auth|client|encryption|private|secret|signing)[_-]?(?:key|token|secret)`;
const words = 'secret|token|passwd|password|passphrase|pwd';
const naming = {
  begins: 'api access account auth client encryption private secret signing token passwd password passphrase pwd'.split(
    ' ',
  ),
  inWord: true,
};

/** Where only a part of what matches is the secret, and what stands around it tells so. */
const placed: SecretRule[] = [
  rule(
    'a hard-coded password',
    'password passwd secret api',
    /((?:password|passwd|secret|api_?key)\b["']?\s*[:=]\s*["'])[^"'\s]{8,}(?=["'])/i,
    { only: 'review' },
  ),
  rule('a password', '://', /(?<=\w)(:\/\/[^\s/:@"'\\]{0,80}:)[^\s/@"'\\]{3,200}(?=@)/, { inWord: true, loose: true }),
  rule(
    'an Authorization',
    'Authorization',
    /(Authorization["'\\]{0,8}\s*[:=]\s*["'\\]{0,8}(?:Bearer|Basic|Token)\s+)[\w.~+/=-]{12,}/i,
    { loose: true },
  ),
  rule('a bearer token', 'Bearer', /(Bearer\s+)(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{20,}/, { loose: true }),
  rule('an Azure key', 'AccountKey=', /(AccountKey=)[A-Za-z0-9+/]{40,}={0,2}/),
  rule('a password', 'machine', /(machine\s+\S{1,80}\s+login\s+\S{1,80}\s+password\s+)[^\s"'\\]{6,}/, { loose: true }),
  rule(
    'a secret',
    'api',
    new RegExp(
      String.raw`(${names}(?:[_-]?id)?|${words})(["'\\]{0,8}\s{0,3}(?::|=>?)\s{0,3}\\{0,7}["'])(?=[^"'\\\s]{0,200}\d)(?=[^"'\\\s]{0,200}[A-Za-z])[^"'\\\s[\]]{12,}`,
      'i',
    ),
    { ...naming, loose: true },
  ),
  rule(
    'a secret',
    'api',
    new RegExp(
      String.raw`(${names}|${words})(\s{0,3}[:=]\s{0,3})(?=(?:[A-Za-z_+/=-]{0,100}\d){3})(?=[\w+/=-]{0,100}[A-Za-z])[\w+/=-]{16,}`,
      'i',
    ),
    { ...naming, loose: true },
  ),
];

/** What the best known formats begin with, as base64 has it at each of its three alignments. */
const encoded: SecretRule[] = [
  ...['-----BEGIN', 'PRIVATE KEY-', 'AKIA', 'ghp_', 'github_pat_', 'glpat-', 'sk-ant-', 'sk-proj-', 'xoxb-', 'xoxp-'],
  ...['AIza', 'sk_live_', 'npm_', 'pypi-', 'hf_', 'dckr_pat_', 'AGE-SECRET-KEY-1'],
].flatMap((start) =>
  [0, 1, 2].map((before): SecretRule => {
    const bytes = before + start.length;
    const core = btoa('\0'.repeat(before) + start).slice(Math.ceil((before * 8) / 6), Math.floor((bytes * 8) / 6));
    const match = new RegExp(`${core.replace(/[+/]/g, '[+/_-]')}(?:[A-Za-z0-9+/_-]|\\\\+n|\\s(?=\\S)){20,}={0,2}`);
    return rule('an encoded secret', core.slice(0, 3), match, { inWord: true, only: 'text' });
  }),
);

export const secretRules: readonly SecretRule[] = [...formats, ...placed, ...encoded];
