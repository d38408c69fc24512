import { Textarea } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'
import { isComposed } from '../../../keys/bindings.ts'

type Props = {
  label: string
  text: string
  onText: (text: string) => void
  onEnter: () => void
  onFiles?: (files: readonly File[]) => void
  /** Called when the caret moves. */
  onCaret?: (caret: number) => void
  /** Counts requests to focus the field. */
  focusRequests: number
  ref: RefObject<HTMLTextAreaElement | null>
}

/** Whether touch is the device's main input. If so, Enter starts a new line, as in every messenger, because there is no Shift key. */
export const isTouched = () => matchMedia('(pointer: coarse)').matches

/** Whether this is text of a program such as Word, which copies it with a picture of it. */
const isFormattedText = ({ types }: DataTransfer) => types.includes('text/plain') && types.includes('text/html')

/** A multiline field, into which files can be pasted or dropped: Enter sends, Shift-Enter starts a new line, Escape leaves it. */
export function WritingField({ label, text, onText, onEnter, onFiles, onCaret, focusRequests, ref }: Props) {
  useEffect(() => {
    if (focusRequests > 0) ref.current?.focus()
  }, [focusRequests, ref])
  const addFiles = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (onFiles === undefined || files.length === 0) return
    event.preventDefault()
    onFiles([...files])
  }
  return (
    <Textarea
      ref={ref}
      autosize
      minRows={2}
      maxRows={9}
      variant="unstyled"
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onPaste={(event) => !isFormattedText(event.clipboardData) && addFiles(event, event.clipboardData.files)}
      onSelect={(event) => onCaret?.(event.currentTarget.selectionStart)}
      onDrop={(event) => addFiles(event, event.dataTransfer.files)}
      onKeyDown={(event) => onFieldKey(event, onEnter)}
    />
  )
}

type Insertion = { text: string; inserted: string; replaced?: number; write: (text: string) => void }

/**
 * Inserts text in place of the selected text and the `replaced` characters before it, and places the caret after it. `write` stores the new
 * text.
 */
export function insertAtCaret(
  field: HTMLTextAreaElement | null,
  { text, inserted, replaced = 0, write }: Insertion,
): void {
  const caret = field?.selectionStart ?? text.length
  const before = text.slice(0, caret - replaced) + inserted
  write(before + text.slice(field?.selectionEnd ?? caret))
  field?.focus()
  // React shows the text in a microtask. A frame would be too late: the next key may come before it.
  queueMicrotask(() => field?.setSelectionRange(before.length, before.length))
}

/** Sends on Enter, unless the key belongs to an input method or the person wants a new line. Leaves the field on Escape. */
function onFieldKey(event: KeyboardEvent<HTMLTextAreaElement>, onEnter: () => void): void {
  if (isComposed(event.nativeEvent)) return
  if (event.key === 'Escape') event.currentTarget.blur()
  if (event.key !== 'Enter' || event.shiftKey || isTouched()) return
  event.preventDefault()
  // A held key repeats; send only once.
  if (!event.repeat) onEnter()
}
