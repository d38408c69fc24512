import { Anchor, UnstyledButton } from '@mantine/core'
import type { Message } from '@posthorn/sdk'
import { createContext, lazy, type ReactNode, useContext, useState } from 'react'
import { Icon } from '../../../parts/icon.tsx'
import { kindName } from '../../../parts/message.tsx'
import { Part } from '../../../parts/problem.tsx'
import { say } from '../../../words/words.ts'
import styles from './bubble.module.css'
import { type Picture, saveFile, useFile } from './file.ts'

/** A message's media. Shows images, plays video and sound, and offers other files for download. Nothing is loaded from other hosts. */
export function MediaContent({ media, type }: { media: NonNullable<Message['media']>; type: string }) {
  const { file, error, filename, kind } = media
  const isShown = /^(image|sticker|video|audio|voice)$/.test(kind)
  const source = useFile(isShown ? file : null)
  const open = useContext(Opening)
  const alt = filename ?? say('kind.image')
  if (error) {
    return (
      <div className={styles.card}>
        <Icon name="warning" size={20} />
        <span>{error}</span>
      </div>
    )
  }
  if (source && file && kind === 'image') {
    return (
      <UnstyledButton className={styles.opener} onClick={() => open(file)} title={say('viewer.open')}>
        <img className={styles.image} src={source} alt={alt} />
      </UnstyledButton>
    )
  }
  if (source && kind === 'sticker') return <img className={styles.sticker} src={source} alt={say('kind.sticker')} />
  // No captions track: customers' recordings have no captions.
  if (source && kind === 'video') return <video className={styles.image} src={source} controls preload="metadata" />
  if (source && (kind === 'audio' || kind === 'voice'))
    return <audio className={styles.audio} src={source} controls preload="metadata" />
  return (
    <div className={styles.card}>
      <Icon name={kind === 'image' || kind === 'sticker' ? 'image' : 'file'} size={22} />
      <span>
        <b>{filename ?? kindName(type)}</b>
        <br />
        {file ? (
          <Anchor component="button" size="sm" onClick={() => void saveFile(file, filename)}>
            {say('word.save')}
          </Anchor>
        ) : (
          <span className={styles.quiet}>{media.url ? new URL(media.url).host : say('message.notFetched')}</span>
        )}
      </span>
    </div>
  )
}

const Viewer = lazy(() => import('./viewer.tsx').then((loaded) => ({ default: loaded.Viewer })))

/** Opens the image with this file id in the viewer. */
const Opening = createContext<(fileId: string) => void>(() => {})

/** Lets the images in these messages open in a viewer, which loads on first use. */
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

/** Returns the stored images in messages, oldest first, and each once: the viewer tells them apart by their file. */
function picturesOf(messages: readonly Message[]): Picture[] {
  const pictures = messages.flatMap(({ media, header, deletedAt }) => {
    const all = deletedAt ? [] : [media, typeof header === 'object' ? header?.media : undefined]
    return all.flatMap((each) =>
      each?.kind === 'image' && each.file ? [{ file: each.file, filename: each.filename }] : [],
    )
  })
  // The messages are newest first.
  return [...new Map(pictures.toReversed().map((picture) => [picture.file, picture])).values()]
}
