import type { ContactImport } from '@posthorn/sdk'
import type { Tone } from '../../parts/state.tsx'
import { say } from '../../words/say.ts'

const tones: Readonly<Record<ContactImport['state'], Tone>> = {
  fetching: 'warn',
  running: 'warn',
  finished: 'good',
  failed: 'bad',
}

/** Returns the state of an import in a word. */
export function stateOf({ state, dryRun }: ContactImport): { tone: Tone; text: string } {
  const text = say(`import.${state}`)
  return { tone: tones[state], text: dryRun ? `${text} · ${say('import.isTrial')}` : text }
}
