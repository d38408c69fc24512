import { createContext, lazy, type ReactNode, useContext, useState } from 'react'
import type { Message } from '../../../api/kinds.ts'
import { Part } from '../../../parts/part.tsx'
import type { Picture } from './file.ts'

const Viewer = lazy(() => import('./viewer.tsx').then((loaded) => ({ default: loaded.Viewer })))

const Opening = createContext<(file: string) => void>(() => {})

/** Lets pictures of these messages be opened, one after the other; its code is loaded when the first is. */
export function Pictures({ messages, children }: { messages: readonly Message[]; children: ReactNode }) {
  const [open, setOpen] = useState<string>()
  return (
    <Opening value={setOpen}>
      {children}
      {open !== undefined && (
        <Part>
          <Viewer pictures={picturesOf(messages)} first={open} onClose={() => setOpen(undefined)} />
        </Part>
      )}
    </Opening>
  )
}

/** Returns what opens a picture. */
export function useOpening(): (file: string) => void {
  return useContext(Opening)
}

/** Returns the stored pictures of messages, which come newest first, in the order in which they were sent. */
function picturesOf(messages: readonly Message[]): Picture[] {
  return messages
    .flatMap(({ media, header, deletedAt }) => {
      const all = deletedAt ? [] : [media, typeof header === 'object' ? header?.media : undefined]
      return all.flatMap((each) =>
        each?.kind === 'image' && each.file ? [{ file: each.file, filename: each.filename }] : [],
      )
    })
    .toReversed()
}
