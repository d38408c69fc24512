import type { EntityManager } from '@mikro-orm/postgresql'
import { type BusEvent, usualSettings, type WorkspaceSettings } from '@posthorn/contracts'
import { sql } from './db/sql.ts'

/** Table of the settings of workspaces that a service follows; `version` keeps a late event from undoing a later one. */
export const workspaceSettingTable = `create table workspace_setting (
    workspace_id text collate "C" primary key,
    version integer not null,
    settings jsonb not null
  )`

/** Stores the settings that the gateway has announced. */
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

/** Reads the settings of workspaces; one that has changed none has the usual ones. */
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
