import type { DeskWords } from '../catalog.ts'
import { access } from './desk/access.ts'
import { alerts } from './desk/alerts.ts'
import { audience } from './desk/audience.ts'
import { automations } from './desk/automations.ts'
import { broadcasts } from './desk/broadcasts.ts'
import { contacts } from './desk/contacts.ts'
import { desk } from './desk/desk.ts'
import { developer } from './desk/developer.ts'
import { emoji } from './desk/emoji.ts'
import { find } from './desk/find.ts'
import { groups } from './desk/groups.ts'
import { history } from './desk/history.ts'
import { numbers } from './desk/numbers.ts'
import { operator } from './desk/operator.ts'
import { reports } from './desk/reports.ts'
import { views } from './desk/views.ts'
import { workspace } from './desk/workspace.ts'

/** German texts of every screen except the inbox and sign-in. */
export const deskWords: DeskWords = {
  ...desk,
  ...access,
  ...contacts,
  ...numbers,
  ...broadcasts,
  ...developer,
  ...audience,
  ...groups,
  ...reports,
  ...workspace,
  ...views,
  ...history,
  ...operator,
  ...alerts,
  ...find,
  ...emoji,
  ...automations,
}
