import type { EntityManager } from '@mikro-orm/postgresql'
import { type BusEvent, usualSettings, type WorkspaceSettings, wordOf } from '@posthorn/contracts'
import { z } from 'zod'
import { sql } from './db/statement.ts'

/** Table with workspace settings that a service needs. `version` keeps late events from overwriting newer ones. */
export const workspaceSettingTable = `create table workspace_setting (
    workspace_id text collate "C" primary key,
    version integer not null,
    settings jsonb not null
  )`

/** Stores workspaces' settings as the events say, unless newer ones are stored. */
export async function storeSettings(em: EntityManager, events: BusEvent<'workspace:updated'>[]): Promise<void> {
  for (const { workspace, data, aggregate } of events)
    await sql(
      em,
      `insert into workspace_setting as s (workspace_id, version, settings) values ($1, $2, $3)
       on conflict (workspace_id) do update set version = excluded.version, settings = excluded.settings
         where s.version < excluded.version`,
      [workspace, aggregate.version, JSON.stringify(data.settings)],
    )
}

/** Reads workspaces' settings, and returns a function that finds one's, with defaults for what isn't set. */
export async function settingsOf(
  em: EntityManager,
  workspaces: string[],
): Promise<(workspace: string) => WorkspaceSettings> {
  const rows = await sql<{ workspace: string; settings: Partial<WorkspaceSettings> }>(
    em,
    'select workspace_id as workspace, settings from workspace_setting where workspace_id = any($1)',
    [[...new Set(workspaces)]],
  )
  const own = new Map(rows.map(({ workspace, settings }) => [workspace, settings]))
  return (workspace) => ({ ...usualSettings, ...own.get(workspace) })
}

const usualOptOutWords = 'STOP,STOPP,UNSUBSCRIBE,ABMELDEN,ARRET,BAJA,SAIR'

/** Returns the schema of a setting with comma-separated words, each normalized by `wordOf`. */
export const wordsSetting = (defaultWords: string) =>
  z
    .string()
    .default(defaultWords)
    .transform((list): ReadonlySet<string> => new Set(list.split(',').map(wordOf).filter(Boolean)))

export const optOutWords = wordsSetting(usualOptOutWords)

type Words = ReadonlySet<string>

/** Returns a function that finds the words that opt people of a workspace out or in. `usual`: the settings to return, with default words. */
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
