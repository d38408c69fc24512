import { defineService, on, type ServiceDefinition, storeSettings } from '@posthorn/chassis'
import { erasedPersonPurpose } from '@posthorn/contracts'
import { createVettedFetcher } from '@posthorn/http'
import { type ContactsDeps, config, type Fetches } from './config.ts'
import {
  Contact,
  ContactTombstone,
  Erasure,
  Identity,
  Import,
  ImportError,
  PreviousAddress,
  Segment,
} from './entities/contact.ts'
import { chatFromUpdate, contactFromMessage, contactFromPerson, optOutFromPreference } from './events/contacts.ts'
import { erase, erasureFromDone } from './events/erasures.ts'
import { membersFromRequest, valuesFromRequest } from './events/posts.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { journalErasures } from './workers/erasure-journal.ts'
import { fetchImports, longWaits } from './workers/fetch-import.ts'
import { announceOptOuts, importRound } from './workers/import.ts'

/**
 * Collects events about senders and applies several per transaction: no one waits for them, and messages take precedence (measured in one
 * process at 50 a second: callback → webhook p50 15.9 → 14.4 ms).
 */
const gatherEventsMs = 50

/** Days after an import's end for which it is stored. Its errors contain rows of the file, also about people who are not contacts. */
const importDays = 90
const isOldImport = `completed_at < now() - interval '${importDays} days'`

export const contactsService: ServiceDefinition<typeof config, ContactsDeps> = defineService({
  name: 'contacts',
  config,
  entities: [Contact, Identity, PreviousAddress, ContactTombstone, Erasure, Segment, Import, ImportError],
  migrations,
  folders: ({ ERASURE_JOURNAL_DIR: journal }): Record<string, string> =>
    journal === undefined ? {} : { ERASURE_JOURNAL_DIR: journal },
  deps: async ({ config: { ALLOW_PRIVATE_ADDRESSES: allowPrivate }, metrics }) => {
    const fetcher = createVettedFetcher({ allowPrivate, metrics })
    const fetches: Fetches = new Map()
    const close = async () => {
      await fetcher.close()
      await Promise.all([...fetches.values()].map(({ done }) => done))
    }
    return { fetcher, fetches, journal: {}, close }
  },
  sealed: [
    {
      table: 'erasure',
      column: 'sealed',
      key: ['workspace_id', 'id'],
      purpose: (_, id) => erasedPersonPurpose(id as string),
    },
  ],
  expired: [
    {
      table: 'import_error',
      key: 'ctid',
      condition: `(workspace_id, import_id) in (
        select workspace_id, id from import where ${isOldImport})`,
    },
    {
      table: 'import',
      key: 'ctid',
      condition: `${isOldImport} and not exists (
        select 1 from import_error e where e.workspace_id = import.workspace_id and e.import_id = import.id)`,
    },
  ],
  longWaits,
  router,
  subscribers: [
    contactFromMessage,
    contactFromPerson,
    optOutFromPreference,
    erasureFromDone,
    membersFromRequest,
    valuesFromRequest,
    chatFromUpdate,
    on('workspace:updated', ({ tx, events }) => storeSettings(tx.em, events)),
  ],
  gatherEventsMs,
  workers: [fetchImports, { name: 'import', pollMs: 5_000, run: importRound }, journalErasures, announceOptOuts],
  erase,
})
