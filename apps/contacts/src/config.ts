import type { Runtime, ServiceConfig } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/http'
import { z } from 'zod'

const words = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((list) => new Set(list.split(',').map(wordOf).filter(Boolean)))

/** A text as it is compared with the words: letters only matter in their order, not in their size or with a full stop. */
export function wordOf(text: string): string {
  return text
    .trim()
    .replace(/[.!]+$/, '')
    .toLowerCase()
}

/** Settings of the contacts service beside those of every service. */
export const config = {
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool()
    .default(false)
    .describe('Files to import may come from http and private addresses; for one machine of a developer only'),
  ERASURE_LEDGER_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder outside of Postgres that records erasures, ids only, so that a restore does not bring erased people back; the same for every process',
    ),
  OPT_OUT_WORDS: words('STOP,STOPP,UNSUBSCRIBE,ABMELDEN,ARRET,BAJA,SAIR').describe(
    'Words, comma separated, with which a contact opts out when a message consists of one of them',
  ),
  OPT_IN_WORDS: words('START,SUBSCRIBE').describe('Words, comma separated, with which a contact opts in again'),
}

/** The files of imports that are being fetched, by import. */
export type Fetches = Map<string, { workspace: string; done: Promise<void> }>

/** What the service keeps for its life. */
export type ContactsDeps = { fetcher: VettedFetcher; fetches: Fetches; close(): Promise<void> }

/** What a verb of this service stands on. */
export type ContactsRuntime = Runtime<ServiceConfig<typeof config>, ContactsDeps>
