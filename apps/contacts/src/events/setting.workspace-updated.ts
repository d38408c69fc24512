import { on, storeSettings } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'

export const settingFromWorkspace = on<'workspace:updated', ContactsRuntime>('workspace:updated', ({ tx, events }) =>
  storeSettings(tx.em, events),
)
