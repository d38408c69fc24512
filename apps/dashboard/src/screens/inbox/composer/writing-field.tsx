import { Textarea } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

type Props = {
  label: string
  text: string
  onText: (text: string) => void
  onEnter: () => void
  /** Accepts dropped or pasted files. */
  onFiles?: (files: readonly File[]) => void
  /** Counts requests to focus the field. */
  asked: number
  ref?: RefObject<HTMLTextAreaElement | null>
}

/** On a phone Enter begins a line, as in every messenger: there is no Shift. */
export const isTouched = () => matchMedia('(pointer: coarse)').matches

/** A field for several lines: Enter sends, Shift-Enter begins a line, Escape leaves it. */
export function WritingField({ label, text, onText, onEnter, onFiles, asked, ref }: Props) {
  const own = useRef<HTMLTextAreaElement>(null)
  const field = ref ?? own
  useEffect(() => {
    if (asked > 0) field.current?.focus()
  }, [asked, field])
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (onFiles === undefined || files.length === 0) return
    event.preventDefault()
    onFiles([...files])
  }
  return (
    <Textarea
      ref={field}
      autosize
      minRows={2}
      maxRows={9}
      variant="unstyled"
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDrop={(event) => take(event, event.dataTransfer.files)}
      onKeyDown={(event) => onFieldKey(event, onEnter)}
    />
  )
}

/** Puts a text at the caret, over the last characters before it, and returns what the field has then. The caret follows the text. */
export function insertAtCaret(field: HTMLTextAreaElement | null, text: string, inserted: string, replaced = 0): string {
  const caret = field?.selectionStart ?? text.length
  const before = text.slice(0, caret - replaced) + inserted
  field?.focus()
  // Once the text is shown, else the caret is at its end.
  requestAnimationFrame(() => field?.setSelectionRange(before.length, before.length))
  return before + text.slice(caret)
}

/** Some browsers end a composition before they report the Enter that confirmed it. This key code marks that Enter. */
const composedKeyCode = 229

function onFieldKey(event: KeyboardEvent<HTMLTextAreaElement>, onEnter: () => void): void {
  if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === composedKeyCode) return
  if (event.key === 'Escape') event.currentTarget.blur()
  if (event.key !== 'Enter' || event.shiftKey || isTouched()) return
  event.preventDefault()
  // A held key repeats.
  if (!event.repeat) onEnter()
}
