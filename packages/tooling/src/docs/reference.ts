import { commandsPage, readCommands } from './commands.ts'
import { dialectPage } from './dialect.ts'
import { errorsPage } from './errors.ts'
import { eventsPage } from './events.ts'
import { operationsPage } from './operations.ts'
import { rolesPage } from './roles.ts'
import { readSettings, settingsPage } from './settings.ts'
import { statusesPage } from './statuses.ts'
import { tablesPage } from './tables.ts'

/** Folder of the generated pages. */
export const referenceFolder = 'apps/docs/reference'

/** All generated pages of the reference: text by file name. */
export const referencePages = (root: string): Record<string, string> => ({
  'operations.md': operationsPage(),
  'events.md': eventsPage(),
  'errors.md': errorsPage(),
  'statuses.md': statusesPage(),
  'roles.md': rolesPage(),
  'commands.md': commandsPage(readCommands(root)),
  'dialect.md': dialectPage(),
  'settings.md': settingsPage(readSettings(root)),
  'tables.md': tablesPage(root),
})
