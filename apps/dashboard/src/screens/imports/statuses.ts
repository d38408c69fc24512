import type { ContactImport } from '@posthorn/sdk'
import type { Tone } from '../../parts/status.tsx'
import { say } from '../../words/say.ts'

const tones: Readonly<Record<ContactImport['status'], Tone>> = {
  fetching: 'warn',
  running: 'warn',
  finished: 'good',
  failed: 'bad',
}

/** Returns the status of an import in a word. */
export function statusOf({ status, dryRun }: ContactImport): { tone: Tone; text: string } {
  const text = say(`import.${status}`)
  return { tone: tones[status], text: dryRun ? `${text} · ${say('import.isTrial')}` : text }
}
