import { upkeep } from '../process.ts'
import { matches } from '../search.ts'
import { contactOperations } from './contacts.ts'
import { erasureOperations } from './erasures.ts'
import { importOperations } from './imports.ts'
import { segmentOperations } from './segments.ts'

export const contacts = {
  contacts: contactOperations,
  erasures: erasureOperations,
  segments: segmentOperations,
  imports: importOperations,
  matches,
  ...upkeep,
}
