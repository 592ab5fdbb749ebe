import type { Reading } from '../../../ports/outside/reading.ts';

const modifiers = '(?:public|private|protected|static|async|get|set|override|readonly)\\s+';

export const reading: Reading = {
  shows: /\b(?:function|const|let|var|import|export)\b|=>/,
  vague: true,
  holders: /\.(?:vue|svelte)$/,
  draft: 'draft.js',
  imports:
    /^\s*import\s+["']([^"']+)["']|^\s*(?:import|export)\b.*\bfrom\s+["']([^"']+)["']|^\s*\}\s*from\s+["']([^"']+)["']|\b(?:require|import)\s*\(\s*["']([^"']+)["']/,
  tests: /^\s*(?:describe|it|test|suite)(?:\.\w+)*(?:\([^"'`]*\))?\s*\(\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/,
  offers:
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|class|const|let|interface|type|enum)\s+([\w$]+)/,
  declarations: [
    ['function', /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/],
    ['class', /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([\w$]+)/],
    ['type', /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type|enum|namespace)\s+([\w$]+)/],
    [
      'function',
      /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)(?:\s*:\s*[^=]+)?\s*=>|[\w$]+\s*=>)/,
    ],
    ['function', /^\s*(?:module\.)?exports\.([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\()/],
    ['export', /^\s*export\s+(?:const|let|var)\s+([\w$]+)/],
    ['export', /^\s*export\s+(default\b|\*|\{[^}]*\}?)/],
    ['export', /^\s*(module\.exports)\s*=/],
    [
      'method',
      new RegExp(
        `^\\s+(?:${modifiers})*\\*?(?!(?:if|for|while|switch|catch|function|return|with)\\b)(#?[\\w$]+)\\s*\\([^)]*\\)\\s*(?::\\s*[^{]+)?\\{\\s*$`,
      ),
    ],
  ],
};
