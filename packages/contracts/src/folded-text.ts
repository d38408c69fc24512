type Range = readonly [from: number, to: number]

/** Combining marks in Latin, Greek, Cyrillic, Hebrew and Arabic text. */
const marks: readonly Range[] = [
  [0x0300, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c7, 0x05c7],
  [0x064b, 0x0655],
  [0x0670, 0x0670],
]

/** Scripts without spaces between words (Thai, Lao, Burmese, Khmer, Chinese and Japanese), and Korean, which appends endings to words. */
const unspaced: readonly Range[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3031, 0x303c],
  [0x3041, 0x30ff],
  [0x3105, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
]

/** Emoji and other symbols, without skin tones, joiners and variation selectors. */
const signs: readonly Range[] = [
  [0x2190, 0x2bff],
  [0x3030, 0x3030],
  [0x303d, 0x303d],
  [0x1f000, 0x1f3fa],
  [0x1f400, 0x1faff],
]

/** Letters without a Unicode decomposition, such as those with a stroke. */
const plainLetters: readonly (readonly [string, string])[] = [
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŧ', 't'],
  ['ς', 'σ'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
/** Returns a character class for a regular expression. `escapeCode` writes a code point. */
const classOf = (ranges: readonly Range[], escapeCode: (code: number) => string) =>
  `[${ranges.map(([from, to]) => `${escapeCode(from)}-${escapeCode(to)}`).join('')}]`
/** Returns a JavaScript pattern for any character in these ranges. */
const patternOf = (ranges: readonly Range[]) =>
  new RegExp(
    classOf(ranges, (code) => `\\u{${hex(code, 1)}}`),
    'gu',
  )
/** Returns a character class for Postgres, which escapes code points differently. */
const sqlClassOf = (...ranges: (readonly Range[])[]) =>
  classOf(ranges.flat(), (code) => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`))

const markPattern = patternOf(marks)
const unspacedPattern = patternOf(unspaced)
const plainOf = new Map(plainLetters)
const plainPattern = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'gu')

/** Normalizes text for searching: removes case, accents and other marks, writes `ß` as `ss`, and replaces `plainLetters`. */
export function foldedText(text: string): string {
  // Only the uppercase form writes `ß` as two letters.
  const bare = text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(markPattern, '')
  return bare.replace(plainPattern, (letter) => plainOf.get(letter) ?? letter).normalize('NFC')
}

/** In folded text, adds spaces around each character of scripts without word spaces. */
export const spacedText = (folded: string): string => folded.replace(unspacedPattern, ' $& ')

const [single, several] = [1, 2].map((length) => plainLetters.filter(([, plain]) => plain.length === length))
const bare = `regexp_replace(normalize(casefold(value collate pg_catalog.pg_unicode_fast), nfkd), '${sqlClassOf(marks)}', '', 'g')`
const translated = `translate(${bare}, '${single?.map(([letter]) => letter).join('')}', '${single?.map(([, plain]) => plain).join('')}')`
const replaced = several?.reduce((inner, [letter, plain]) => `replace(${inner}, '${letter}', '${plain}')`, translated)

/**
 * Migration statements, each of which defines an SQL function in the schema. They are made from the same characters as the functions above,
 * because code compares texts that it has folded with those that Postgres has folded.
 */
export const createTextFunctions = {
  /** SQL version of `foldedText`. */
  folded: `create function folded(value text) returns text language sql immutable parallel safe return normalize(${replaced}, nfc)`,
  /** SQL version of `spacedText`. */
  spaced: `create function spaced(folded text) returns text language sql immutable parallel safe
    return regexp_replace(folded, '(${sqlClassOf(unspaced)})', ' \\1 ', 'g')`,
  /** Words in a folded text, excluding symbols and scripts without word spaces. */
  spacedWords: `create function spaced_words(folded text) returns tsvector language sql immutable parallel safe
    return to_tsvector('simple', regexp_replace(folded, '${sqlClassOf(unspaced, signs)}+', ' ', 'g'))`,
  /**
   * Splits a folded text into each pair of characters in scripts without word spaces, the last character alone, and each symbol. In the
   * index, they find any part of a text that has no words.
   */
  unspacedParts: `create function unspaced_parts(folded text) returns text[] language plpgsql immutable parallel safe as $$
    declare
      parts text[] := '{}';
      run text;
      one text;
      before text;
    begin
      if folded !~ '${sqlClassOf(unspaced, signs)}' then return parts; end if;
      for run in select hit[1] from regexp_matches(folded, '${sqlClassOf(unspaced)}+', 'g') as hit loop
        before := null;
        foreach one in array string_to_array(run, null) loop
          if before is not null then parts := array_append(parts, before || one); end if;
          before := one;
        end loop;
        parts := array_append(parts, before);
      end loop;
      return parts || array(select hit[1] from regexp_matches(folded, '${sqlClassOf(signs)}', 'g') as hit);
    end
  $$`,
}

/** Returns a name in the form in which names are compared: they are unique regardless of case, and of variants such as full-width letters. */
export const keyOfName = (name: string): string => name.trim().normalize('NFKC').toLowerCase()
