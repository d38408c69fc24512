import { groups001 } from './001-groups.ts'
import { groups002 } from './002-channels.ts'
import { groups003 } from './003-group-life.ts'
import { groups004 } from './004-any-content.ts'
import { groups005 } from './005-segments.ts'
import { groups006 } from './006-group-people.ts'
import { groups007 } from './007-post-control.ts'
import { groups008 } from './008-settings.ts'
import { groups009 } from './009-report-times.ts'

/** All migrations in their order. */
export const migrations = [
  groups001,
  groups002,
  groups003,
  groups004,
  groups005,
  groups006,
  groups007,
  groups008,
  groups009,
]
