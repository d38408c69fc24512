import { type Change, keep } from './kept.ts'
import {
  type Content,
  draftChange,
  draftOf,
  type Entry,
  keptNameOfEntry,
  type Quote,
  type Sender,
  timeAfterOthers,
} from './outbox.ts'

/** Who sends, and the id of the chat. */
type Target = Sender & { chat: string }

/** Returns the changes that add these contents to the outbox, in this order, after those that wait. */
function newEntries(target: Target, contents: readonly Content[]): Change[] {
  const createdAt = timeAfterOthers(target.chat)
  return contents.map((content, i) => {
    const entry: Entry = {
      ...target,
      id: crypto.randomUUID(),
      content,
      createdAt,
      place: i,
      status: 'waiting',
      attempts: 0,
    }
    return [keptNameOfEntry(entry.id), entry]
  })
}

/** Queues a filled template to be sent. The draft stays. */
export function sendTemplate(target: Target, content: Content & { kind: 'template' }): void {
  void keep(newEntries(target, [content]))
}

/** Queues the draft's note to be sent, and clears the draft. Does nothing if it is empty. */
export function sendNote(target: Target, mentions: readonly string[]): void {
  const text = draftOf('note', target.chat).trim()
  if (text === '') return
  void keep([...newEntries(target, [{ kind: 'note', text, mentions }]), draftChange('note', target.chat, '')])
}

/** Queues the draft's reply to be sent with its files and quote, and clears the draft. Each file is a separate message. */
export function sendReply(target: Target): void {
  const { chat } = target
  const contents = contentsOf(draftOf('reply', chat).trim(), draftOf('files', chat), draftOf('quote', chat))
  if (contents.length === 0) return
  void keep([
    ...newEntries(target, contents),
    draftChange('reply', chat, ''),
    draftChange('files', chat, []),
    draftChange('quote', chat, undefined),
  ])
}

const captionCharactersMax = 1_024
/** Media types of files without captions: audio and stickers. */
const takesNoCaption = /^(audio\/|image\/webp)/

/**
 * Splits a reply into messages. The text becomes the caption of the first file if that can have one and the text is short enough; otherwise,
 * it is a message before the files. The first message includes the quote.
 */
export function contentsOf(text: string, files: readonly File[], quote: Quote | undefined): Content[] {
  const [first] = files
  const isCaption = first !== undefined && text.length <= captionCharactersMax && !takesNoCaption.test(first.type)
  const texts = text === '' || isCaption ? [] : [{ text, file: undefined }]
  const media = files.map((file, i) => ({ text: i === 0 && isCaption ? text : '', file }))
  return [...texts, ...media].map((part, i) => ({ kind: 'message', quote: i === 0 ? quote : undefined, ...part }))
}
