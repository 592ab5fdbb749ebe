import { ConfigError } from '../ports/errors.ts';

/**
 * A configuration error whose text is one line without control characters, even if a file name or value contains some.
 */
export function fault(message: string): ConfigError {
  return new ConfigError(oneLine(message));
}

/** A value from a file, short enough to be shown. */
export function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return typeof value === 'string' ? `'${short}'` : short;
}

/** Control characters, terminal escapes and text direction marks become `?`. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, '?');
}
