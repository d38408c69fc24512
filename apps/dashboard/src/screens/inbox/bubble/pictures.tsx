import { createContext, lazy, type ReactNode, useContext, useState } from 'react'
import type { Message } from '../../../api/kinds.ts'
import { Part } from '../../../parts/part.tsx'
import type { Picture } from './file.ts'

const Viewer = lazy(() => import('./viewer.tsx').then((loaded) => ({ default: loaded.Viewer })))

const Opening = createContext<(file: string) => void>(() => {})

/** Makes the images of these messages open in a viewer, which loads on first use. */
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

export function useOpening(): (file: string) => void {
  return useContext(Opening)
}

/** Returns the stored images of messages, oldest first. The messages are newest first. */
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
