import dictionary from 'dictionary-en'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRetext from 'remark-retext'
import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRepeatedWords from 'retext-repeated-words'
import retextSimplify from 'retext-simplify'
import retextSpell from 'retext-spell'
import { unified } from 'unified'
import { VFile } from 'vfile'
import { phrases, simpleWords, terms } from './words.ts'

export type Prose = { place: string; text: string }

// Placeholders in text, such as `{count}`, stand for words.
const placeholder = /\{\w+\}/g
const fence = /^ *```[\s\S]*?^ *```/gm
const inlineCode = /`[^`\n]*`/g
// Acronyms, codes and names such as `ProcessAway` aren't in dictionaries.
const isName = (word: string) => /\d|[a-z][A-Z]|^[A-Z]{2,}s?$/.test(word)
const known = new Set(terms.map((term) => term.toLowerCase()))
const isKnown = (word: string) => known.has(word.toLowerCase())
/** Returns a word as it appears in the dictionary: without a sentence's period and without a possessive ending. */
const bareWord = (word: string) => word.replace(/[.-]+$/, '').replace(/['’]s$/, '')

// Computing suggestions takes longer than everything else, and zero isn't allowed.
const suggestionsMax = 1

const english = unified()
  .use(retextEnglish)
  .use(retextRepeatedWords)
  .use(retextIndefiniteArticle)
  .use(retextSimplify, { ignore: [...simpleWords] })
  .use(retextSpell, { dictionary, personal: terms.join('\n'), max: suggestionsMax })
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // @ts-expect-error: the types of this version know only one parser.
  .use(remarkRetext, english)

/** Returns a text's faults: misspellings, grammar mistakes, and words that have a plainer synonym. */
export async function faultsOf({ place, text }: Prose): Promise<string[]> {
  const file = new VFile({ value: text.replaceAll(placeholder, 'N') })
  await markdown.run(markdown.parse(file), file)
  const found = file.messages.filter(({ source, ruleId, actual }) => {
    const word = bareWord(actual ?? '')
    return source !== 'retext-spell' || !(ruleId === 'overflow' || isName(word) || isKnown(word))
  })
  return [...found.map(({ line, reason }) => `${place}:${line ?? 1} ${reason}`), ...translatedPhrases({ place, text })]
}

/** Returns phrases that sound translated. Comments are checked only for these phrases. */
export function translatedPhrases({ place, text }: Prose): string[] {
  const bare = text.replace(fence, (code) => code.replaceAll(/[^\n]/g, ' ')).replace(inlineCode, ' ')
  return bare
    .split('\n')
    .flatMap((line, at) =>
      phrases.flatMap(([phrase, better]) =>
        [...line.matchAll(phrase)].map(([written]) => `${place}:${at + 1} "${written}" reads translated: ${better}`),
      ),
    )
}
