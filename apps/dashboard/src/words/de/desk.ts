import type { DeskWords } from '../words.ts'
import { access, alerts, workspace } from './desk/access.ts'
import { audience, contacts } from './desk/audience.ts'
import { automations, broadcasts } from './desk/broadcasts.ts'
import { desk } from './desk/desk.ts'
import { developer } from './desk/developer.ts'
import { emoji, find, history, views } from './desk/find.ts'
import { groups, numbers } from './desk/numbers.ts'
import { operations } from './desk/operations.ts'
import { operator, reports } from './desk/reports.ts'

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
  ...operations,
}
