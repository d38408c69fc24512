import { type accounts, usualSettings, type WorkspaceSettings, type workspace } from '@posthorn/contracts'
import type { z } from 'zod'
import type { WorkspaceRow } from '../entities/workspace.ts'

/** A workspace as operators see it. */
export function presentWorkspace(row: WorkspaceRow): z.output<typeof workspace> {
  return { id: row.workspaceId, name: row.name, createdAt: row.createdAt.toISOString() }
}

/** A workspace as its own keys see it. */
export function presentOwnWorkspace(row: WorkspaceRow): z.output<typeof accounts.workspace.get.output> {
  return { ...presentWorkspace(row), settings: settingsOf(row) }
}

/** Every setting of a workspace, the usual value where it was never changed. */
export function settingsOf({ optedOutMessages, settings }: WorkspaceRow): WorkspaceSettings {
  return { ...usualSettings, optedOutMessages, ...settings }
}
