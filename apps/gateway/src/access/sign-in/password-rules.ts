import { failField } from '@posthorn/contracts'
import { isCommonPassword } from './common-passwords.ts'

const charactersMin = 12
const charactersMax = 128
/** Minimum number of characters a password needs in addition to guessable names. */
const ownCharactersMin = 6

/** Texts that others know about a person: name, address, workspace. */
export type PublicTexts = readonly (string | null | undefined)[]

function faultOf(password: string, texts: PublicTexts): string | undefined {
  const text = password.normalize('NFKC')
  const count = Array.from(text).length
  if (count < charactersMin) return `must have at least ${charactersMin} characters`
  if (count > charactersMax) return `must have at most ${charactersMax} characters`
  const plain = text.toLowerCase()
  if (isCommonPassword(plain)) return 'is one that many people use; use another'
  if (new Set(plain).size < 4) return 'must have at least four different characters'
  const words = texts
    .flatMap((name) => (name ?? '').toLowerCase().split('@')[0] ?? [])
    .filter(({ length }) => length > 2)
  const isMostlyName = words.some(
    (word) => plain.includes(word) && plain.replaceAll(word, '').length < ownCharactersMin,
  )
  return isMostlyName ? 'must not be mostly your name, address or workspace' : undefined
}

/** Refuses an easily guessed password. */
export function refuseWeak(password: string, texts: PublicTexts): void {
  const message = faultOf(password, texts)
  if (message) failField('password', message)
}
