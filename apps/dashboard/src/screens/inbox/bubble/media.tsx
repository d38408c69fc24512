import { Anchor, UnstyledButton } from '@mantine/core'
import type { Message } from '../../../api/kinds.ts'
import { Icon } from '../../../parts/icon.tsx'
import { say } from '../../../words/say.ts'
import styles from './bubble.module.css'
import { saveFile, useFile } from './file.ts'
import { useOpening } from './pictures.tsx'

type Media = NonNullable<Message['media']>

/** A message's media. Images are shown, other files can be downloaded; nothing loads from other hosts. */
export function MediaContent({ media, type }: { media: Media; type: string }) {
  const { file, error, filename, kind } = media
  const isShown = /^(image|sticker|video|audio|voice)$/.test(kind)
  const source = useFile(isShown ? file : null)
  const open = useOpening()
  const alt = filename ?? say('kind.image')
  if (error) return <Failed text={error} />
  if (source && file && kind === 'image') {
    return (
      <UnstyledButton className={styles.opener} onClick={() => open(file)} title={say('viewer.open')}>
        <img className={styles.image} src={source} alt={alt} />
      </UnstyledButton>
    )
  }
  if (source && kind === 'sticker') return <img className={styles.sticker} src={source} alt={say('kind.sticker')} />
  // Customers' recordings have no captions.
  if (source && kind === 'video') return <video className={styles.image} src={source} controls preload="metadata" />
  if (source && (kind === 'audio' || kind === 'voice'))
    return <audio className={styles.audio} src={source} controls preload="metadata" />
  return (
    <div className={styles.card}>
      <Icon name={kind === 'image' || kind === 'sticker' ? 'image' : 'file'} size={22} />
      <span>
        <b>{filename ?? nameOf(type)}</b>
        <br />
        {file ? (
          <Anchor component="button" size="sm" onClick={() => void saveFile(file, filename)}>
            {say('message.download')}
          </Anchor>
        ) : (
          <span className={styles.quiet}>{media.url ? new URL(media.url).host : say('message.notFetched')}</span>
        )}
      </span>
    </div>
  )
}

function nameOf(type: string): string {
  const kinds = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
  const kind = kinds.find((each) => each === type)
  return kind === undefined ? type : say(`kind.${kind}`)
}

function Failed({ text }: { text: string }) {
  return (
    <div className={styles.card}>
      <Icon name="warning" size={20} />
      <span>{text}</span>
    </div>
  )
}
