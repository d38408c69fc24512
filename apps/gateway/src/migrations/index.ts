import { accounts001 } from './001-accounts.ts'
import { accounts002 } from './002-members.ts'
import { rateBuckets003 } from './003-rate-buckets.ts'
import { boundsOfKeys004 } from './004-bounds-of-keys.ts'
import { audit005 } from './005-audit.ts'
import { settings006 } from './006-settings.ts'
import { assistantDays010 } from './010-assistant-days.ts'
import { people020 } from './020-people.ts'
import { keysOfMembers021 } from './021-keys-of-members.ts'
import { departments022 } from './022-departments.ts'
import { moreSettings030 } from './030-more-settings.ts'
import { testKeys031 } from './031-test-keys.ts'
import { operators040 } from './040-operators.ts'
import { countriesOfNumbers041 } from './041-countries-of-numbers.ts'
import { workspaceMoves042 } from './042-workspace-moves.ts'
import { provenAddresses050 } from './050-proven-addresses.ts'
import { coloursOfTheTeam060 } from './060-colours-of-the-team.ts'
import { mail070 } from './070-mail.ts'

/** All migrations in their order. */
export const migrations = [
  accounts001,
  accounts002,
  rateBuckets003,
  boundsOfKeys004,
  audit005,
  settings006,
  assistantDays010,
  people020,
  keysOfMembers021,
  departments022,
  moreSettings030,
  testKeys031,
  operators040,
  countriesOfNumbers041,
  workspaceMoves042,
  provenAddresses050,
  coloursOfTheTeam060,
  mail070,
]
