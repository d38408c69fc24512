import { optOutWords, type Runtime, type ServiceConfig, wordsSetting } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/http'
import { z } from 'zod'
import type { JournalLine } from './erasures/journal.ts'

export const config = {
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool()
    .default(false)
    .describe('Files to import may come from http and private addresses; for one machine of a developer only'),
  ERASURE_JOURNAL_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder outside of Postgres that records erasures, ids only, so that a restore does not bring erased people back; the same for every process',
    ),
  OPT_OUT_WORDS: optOutWords.describe(
    'Words, comma separated, with which a contact opts out when a message consists of one of them, unless their workspace has words of its own',
  ),
  OPT_IN_WORDS: wordsSetting('START,SUBSCRIBE').describe(
    'Words, comma separated, with which a contact opts in again, unless their workspace has words of its own',
  ),
}

/** Downloads of import files that are in progress, by import. */
export type Fetches = Map<string, { workspace: string; done: Promise<void> }>

/** The newest erasure that both the journal and Postgres contain; undefined before the first round, null if there is none. */
type JournalPlace = { last?: JournalLine | null | undefined }

export type ContactsDeps = { fetcher: VettedFetcher; fetches: Fetches; journal: JournalPlace; close(): Promise<void> }

export type ContactsRuntime = Runtime<ServiceConfig<typeof config>, ContactsDeps>
