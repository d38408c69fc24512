import type { PickerProps } from 'emoji-picker-react'
import { firstWords } from './en/first.ts'
import { addWords, chooseWords, type DeskWords, type ErrorWords, type FirstWords, language } from './words.ts'

const storageKey = 'posthorn.language'

/** Languages, each with its native name and the functions that load its parts. English is part of the first load. */
export const languages = {
  en: {
    name: 'English',
    first: () => Promise.resolve({ firstWords }),
    desk: () => import('./en/desk.ts'),
    errors: () => import('./en/errors.ts'),
  },
  de: {
    name: 'Deutsch',
    first: () => import('./de/first.ts'),
    desk: () => import('./de/desk.ts'),
    errors: () => import('./de/errors.ts'),
    emoji: () => import('emoji-picker-react/data/emojis-de'),
  },
  es: {
    name: 'Español',
    first: () => import('./es/first.ts'),
    desk: () => import('./es/desk.ts'),
    errors: () => import('./es/errors.ts'),
    emoji: () => import('emoji-picker-react/data/emojis-es'),
  },
} satisfies Record<string, Parts>

type Parts = {
  name: string
  first: () => Promise<{ firstWords: FirstWords }>
  desk: () => Promise<{ deskWords: DeskWords }>
  errors: () => Promise<{ errorWords: ErrorWords }>
  /** Names for the emoji search. The picker already includes the English names. */
  emoji?: PickerProps['emojiData']
}

export type Language = keyof typeof languages

/** Sets the language: the chosen one, or the browser's first one for which there are texts, or English. Loads its first texts. */
export async function loadWords(): Promise<void> {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages]
  const chosen = wanted.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en'
  document.documentElement.lang = chosen
  const loaded = await languages[chosen].first()
  chooseWords(chosen, loaded.firstWords)
}

/** Loads the texts of all screens except the inbox, and those of errors, once. */
export async function loadDeskWords(): Promise<void> {
  const desk = async () => addWords((await parts().desk()).deskWords)
  deskWords ??= Promise.all([desk(), loadErrorWords()]).then(() => {})
  return deskWords
}

let deskWords: Promise<void> | undefined

/** Loads the texts for the codes of errors, once. Returns null, because a query needs a value. */
export async function loadErrorWords(): Promise<null> {
  errorWords ??= parts()
    .errors()
    .then((loaded) => addWords(loaded.errorWords))
    .then(() => null)
  return errorWords
}

let errorWords: Promise<null> | undefined

/** Returns the parts for the current language, or the English parts if it has no texts. */
export function parts(): Parts {
  const chosen = language()
  return languages[isLanguage(chosen) ? chosen : 'en']
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** Stores the choice of a language in this browser, and reloads the page in it. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen)
  location.reload()
}
