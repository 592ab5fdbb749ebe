/** Words that praise, and name nothing that could be seen. */
const praise =
  'acceptable adequate appropriate beautiful best better clean clear compatible complete consistent correct decent easy effective efficient elegant excellent extensible fast fine flexible friendly good great high-quality idiomatic intuitive maintainable modern modular neat nice optimal optimized performant perfect polished production-ready professional proper quick readable reasonable reliable responsive reusable robust safe scalable secure seamless simple smooth solid stable sufficient suitable tidy understandable usable user-friendly useful well well-designed well-documented well-structured well-tested well-written working';
const filler =
  'a all an and any are as at be been both but by can code completely does each easily everything expected fully generally has have highly implementation implemented in intended is it its looks made makes more must needed of or our overall performs possible properly really required runs shall should so solution than that the things this to very way will with without work works would';

const adverbs = (word: string): string => word.replace(/(?<=[a-z]{3})ly$/, '').replace(/i$/, 'y');
const praising = new Set(praise.split(' '));
const empty = new Set([...filler.split(' '), ...praising]);
const isPraise = (word: string): boolean => praising.has(word) || praising.has(adverbs(word));
const isEmpty = (word: string): boolean => empty.has(word) || isPraise(word);

/** A number, code, a name with signs in it, a quotation: something that a test could compare with. */
const concrete = /[\d`"“”«»]|\w[._/(]\w|\w\(/;
const ending =
  /\b(?:is|are|be|being|looks?|feels?|stays?|remains?|works?|runs?|performs?|behaves?)\s+(?:(?:very|really|fully|as|more|quite)\s+)*(\S+?)(?:\s+(?:and|or|but)\s+(\S+?))?\s*[.!]*$/;

/**
 * Whether a criterion could turn out false. Deliberately simple: it rejects only praise ("works well", "the parser is
 * fast") and accepts everything that states a fact.
 */
export function isProvable(criterion: string): boolean {
  const text = criterion.toLowerCase().replaceAll(/[’']/g, '');
  if (concrete.test(text)) return true;
  const words = text.match(/\p{L}[\p{L}-]*/gu) ?? [];
  if (words.every(isEmpty)) return false;
  if (/\b(?:works?|runs?|behaves?|performs?) as (?:expected|intended|it should|required)[.!\s]*$/.test(text))
    return false;
  const [match, first, second] = ending.exec(text) ?? [];
  return (
    match === undefined ||
    ![first, second].every((word) => word === undefined || isPraise(word.replaceAll(/[,.;]/g, '')))
  );
}
