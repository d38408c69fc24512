import { messaging001 } from './001-messages.ts'
import { messaging002 } from './002-content.ts'
import { messaging003 } from './003-inbox.ts'
import { messaging004 } from './004-files.ts'
import { messaging005 } from './005-space-for-states.ts'
import { messaging006 } from './006-received-media.ts'
import { messaging007 } from './007-quiet-hours.ts'
import { messaging008 } from './008-groups.ts'
import { messaging009 } from './009-files-of-messages.ts'
import { messaging010 } from './010-channels.ts'
import { messaging011 } from './011-lease-owner.ts'
import { messaging012 } from './012-file-places.ts'
import { messaging013 } from './013-actions.ts'
import { messaging014 } from './014-refresh.ts'
import { messaging015 } from './015-words.ts'
import { messaging016 } from './016-trace.ts'
import { messaging017 } from './017-header-files.ts'
import { messaging018 } from './018-next-due.ts'
import { messaging019 } from './019-next-due-of-all.ts'
import { messaging020 } from './020-chat-search.ts'
import { messaging021 } from './021-served-by.ts'
import { messaging022 } from './022-phone-begins.ts'
import { messaging023 } from './023-trigrams.ts'
import { messaging024 } from './024-opt-outs.ts'
import { messaging025 } from './025-posts.ts'
import { messaging026 } from './026-steps-and-prices.ts'
import { messaging027 } from './027-job-leases.ts'
import { messaging028 } from './028-waiting-and-snooze.ts'
import { messaging029 } from './029-authors.ts'
import { messaging030 } from './030-chat-changes.ts'
import { messaging031 } from './031-replies.ts'
import { messaging033 } from './033-chat-aliases.ts'
import { messaging034 } from './034-contact-facts.ts'
import { messaging035 } from './035-settings.ts'
import { messaging036 } from './036-refusing-queues.ts'
import { messaging040 } from './040-views.ts'
import { messaging041 } from './041-notifications.ts'
import { messaging042 } from './042-answer-hours.ts'
import { messaging043 } from './043-seldom-vacuums.ts'
import { messaging044 } from './044-awaited-messages.ts'
import { messaging045 } from './045-jobs-in-turn.ts'
import { messaging046 } from './046-people.ts'
import { messaging047 } from './047-shared-bytes.ts'
import { messaging048 } from './048-folded-words.ts'
import { messaging049 } from './049-files-of-numbers.ts'

/** All migrations in their order. */
export const migrations = [
  messaging001,
  messaging002,
  messaging003,
  messaging004,
  messaging005,
  messaging006,
  messaging007,
  messaging008,
  messaging009,
  messaging010,
  messaging011,
  messaging012,
  messaging013,
  messaging014,
  messaging015,
  messaging016,
  messaging017,
  messaging018,
  messaging019,
  messaging020,
  messaging021,
  messaging022,
  messaging023,
  messaging024,
  messaging025,
  messaging026,
  messaging027,
  messaging028,
  messaging029,
  messaging030,
  messaging031,
  messaging033,
  messaging034,
  messaging035,
  messaging036,
  messaging040,
  messaging041,
  messaging042,
  messaging043,
  messaging044,
  messaging045,
  messaging046,
  messaging047,
  messaging048,
  messaging049,
]
