import type { EntityManager } from '@mikro-orm/postgresql'
import { wordOf } from '@posthorn/contracts'
import { z } from 'zod'
import { settingsOf } from './workspace-settings.sql.ts'

/** Words with which people opt out unless an operator or a workspace sets others. */
const usualOptOutWords = 'STOP,STOPP,UNSUBSCRIBE,ABMELDEN,ARRET,BAJA,SAIR'

/** Returns a setting of words, comma separated; each is kept as `wordOf` returns it. */
export const wordsSetting = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((list): ReadonlySet<string> => new Set(list.split(',').map(wordOf).filter(Boolean)))

/** Setting of the words with which people opt out; every service that reads messages has the same. */
export const optOutWords = wordsSetting(usualOptOutWords)

type Words = ReadonlySet<string>

/**
 * Reads the words of workspaces, each as `wordOf` returns it. `usual` gives the words of a workspace that has set none, by the name of
 * the setting; only the settings it names are returned.
 */
export async function wordsOf<S extends 'optOutWords' | 'optInWords'>(
  em: EntityManager,
  workspaces: string[],
  usual: Record<S, Words>,
): Promise<(workspace: string) => Record<S, Words>> {
  const settings = await settingsOf(em, workspaces)
  return (workspace) => {
    const own = settings(workspace)
    const entries = Object.entries<Words>(usual).map(([setting, words]) => {
      const list = own[setting as S]
      return [setting, list ? new Set(list.map(wordOf)) : words]
    })
    return Object.fromEntries(entries)
  }
}
