import { en } from './en.ts'
import { addWords, chooseWords, language } from './say.ts'

const storageKey = 'posthorn.language'

/** Languages of the dashboard, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const

/** A language of the dashboard. */
export type Language = keyof typeof languages

/** Chooses the language: the one that was chosen here, else that of the browser. */
export async function loadWords(): Promise<void> {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language.slice(0, 2)
  document.documentElement.lang = chosen === 'de' ? 'de' : 'en'
  if (chosen !== 'de') return chooseWords('en', en)
  const { de } = await import('./de.ts')
  chooseWords('de', de)
}

/** Loads the texts of the screens beside the inbox, once. */
export async function loadDeskWords(): Promise<void> {
  const load = () => (language() === 'de' ? import('./de/desk.ts') : import('./en/desk.ts'))
  deskWords ??= load().then((loaded) => addWords(loaded.deskWords))
  return deskWords
}

let deskWords: Promise<void> | undefined

/** Changes the language; everything is shown again in it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
  location.reload()
}
