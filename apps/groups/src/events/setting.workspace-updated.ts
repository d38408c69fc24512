import { on, storeSettings } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

export const settingFromWorkspace = on<'workspace:updated', GroupsRuntime>('workspace:updated', ({ tx, events }) =>
  storeSettings(tx.em, events),
)
