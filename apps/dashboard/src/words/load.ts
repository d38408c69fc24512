import { en } from './en.ts'
import { addWords, chooseWords, language } from './say.ts'

const storageKey = 'posthorn.language'

/** Languages, each by its native name. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

/** Returns the language: the chosen one, or the browser's. */
export async function loadWords(): Promise<void> {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language.slice(0, 2)
  document.documentElement.lang = chosen === 'de' ? 'de' : 'en'
  if (chosen !== 'de') return chooseWords('en', en)
  const { de } = await import('./de.ts')
  chooseWords('de', de)
}

/** Loads the texts of the screens other than the inbox, once. */
export async function loadDeskWords(): Promise<void> {
  const load = () => (language() === 'de' ? import('./de/desk.ts') : import('./en/desk.ts'))
  deskWords ??= load().then((loaded) => addWords(loaded.deskWords))
  return deskWords
}

let deskWords: Promise<void> | undefined

/** Changes the language, and renders everything again. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
  location.reload()
}
