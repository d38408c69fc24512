import { hashKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { say } from '../words/words.ts'

/**
 * Returns the changed fields of a form's request, and a function to call once they are stored. Compares with what the form shows, by default
 * the first `input`: a newer resource, with a colleague's changes, may be loaded while it is open.
 */
export function useChanges<I extends object>(input: I, first: I = input): [changes: Partial<I>, onStored: () => void] {
  const [shown, setShown] = useState(first)
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof I])
  return [Object.fromEntries(Object.entries(input).filter(isChanged)) as Partial<I>, () => setShown(input)]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns a check for values that are saved as a whole, such as lists. It throws once if the stored value of one in `changes` is one that the
 * person has neither seen nor saved: saving would undo what a colleague changed. `first`: these values when the form was opened. `read`
 * returns what is stored now.
 */
export function useOverwriteCheck(first: Fields): (changes: Fields, read: () => Promise<Fields>) => Promise<void> {
  const { current: seen } = useRef(new Set(Object.entries(first).map(hashKey)))
  return async (changes, read) => {
    const names = Object.keys(first).filter((name) => name in changes)
    if (names.length === 0) return
    const latest = await read()
    const stored = names.map((name) => hashKey([name, latest[name]]))
    const isSeen = stored.every((hash) => seen.has(hash))
    for (const hash of [...stored, ...names.map((name) => hashKey([name, changes[name]]))]) seen.add(hash)
    if (!isSeen) throw new Error(say('desk.changedMeanwhile'))
  }
}
