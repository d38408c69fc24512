import { numbers001 } from './001-numbers.ts'
import { numbers002 } from './002-devices.ts'
import { numbers003 } from './003-quiet-hours.ts'
import { numbers004 } from './004-senders.ts'
import { numbers005 } from './005-unread-updates.ts'
import { numbers006 } from './006-missed-calls.ts'
import { numbers007 } from './007-country.ts'
import { numbers008 } from './008-templates.ts'
import { numbers009 } from './009-templates-due.ts'
import { numbers010 } from './010-seldom-vacuums.ts'
import { numbers011 } from './011-callbacks-in-turn.ts'
import { numbers012 } from './012-identifiers.ts'
import { numbers013 } from './013-phones-of-numbers.ts'

/** All migrations in their order. */
export const migrations = [
  numbers001,
  numbers002,
  numbers003,
  numbers004,
  numbers005,
  numbers006,
  numbers007,
  numbers008,
  numbers009,
  numbers010,
  numbers011,
  numbers012,
  numbers013,
]
