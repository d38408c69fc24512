import type { EntityManager } from '@mikro-orm/postgresql'
import { wordOf } from '@posthorn/contracts'
import { z } from 'zod'
import { settingsOf } from './workspace-settings.sql.ts'

/** Default words that opt a person out. */
const usualOptOutWords = 'STOP,STOPP,UNSUBSCRIBE,ABMELDEN,ARRET,BAJA,SAIR'

/** Defines a setting of comma-separated words, each normalized by `wordOf`. */
export const wordsSetting = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((list): ReadonlySet<string> => new Set(list.split(',').map(wordOf).filter(Boolean)))

/** Words that opt a person out. The same in every service that reads messages. */
export const optOutWords = wordsSetting(usualOptOutWords)

type Words = ReadonlySet<string>

/** Returns workspaces' words, normalized by `wordOf`. `usual`: default words by setting; only those settings are returned. */
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
