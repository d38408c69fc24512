import { contacts001 } from './001-contacts.ts'
import { contacts002 } from './002-attributes.ts'
import { contacts003 } from './003-segments.ts'
import { contacts004 } from './004-imports.ts'
import { contacts005 } from './005-search.ts'
import { contacts006 } from './006-erasures.ts'
import { contacts007 } from './007-chats.ts'
import { contacts008 } from './008-name-trigrams.ts'
import { contacts009 } from './009-preferences.ts'
import { contacts010 } from './010-erasure-journal.ts'
import { contacts011 } from './011-opt-outs.ts'
import { contacts012 } from './012-random-ids.ts'
import { contacts013 } from './013-import-rows.ts'
import { contacts014 } from './014-former-addresses.ts'
import { contacts015 } from './015-unlisted.ts'
import { contacts016 } from './016-settings.ts'
import { contacts017 } from './017-consent-words.ts'
import { contacts018 } from './018-identifiers.ts'
import { contacts019 } from './019-folded-names.ts'
import { contacts020 } from './020-username-times.ts'
import { contacts021 } from './021-numbers.ts'

/** All migrations in their order. */
export const migrations = [
  contacts001,
  contacts002,
  contacts003,
  contacts004,
  contacts005,
  contacts006,
  contacts007,
  contacts008,
  contacts009,
  contacts010,
  contacts011,
  contacts012,
  contacts013,
  contacts014,
  contacts015,
  contacts016,
  contacts017,
  contacts018,
  contacts019,
  contacts020,
  contacts021,
]
