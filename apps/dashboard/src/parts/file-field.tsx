import { FileInput } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import styles from './file-field.module.css'
import { useFault } from './form.tsx'
import { Icon } from './icon.tsx'

type Props = {
  name: string
  label: string
  description: string
  /** Text of the button while no file is chosen. */
  placeholder: string
  accept: string
  file: File | undefined
  onChange: (file: File | undefined) => void
}

/** Field for a file, which is chosen with the button or dropped on it. The button shows the file's name. */
export function FileField({ name, file, onChange, ...props }: Props) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  const drop = (event: DragEvent<HTMLElement>) => {
    over(event)
    const input = event.currentTarget.querySelector('input')
    if (input === null || event.dataTransfer.files.length === 0) return
    // As if it had been chosen, so that the form also notices a dropped file.
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return (
    <div className={styles.field} data-over={isOver || undefined} onDragOver={over} onDragLeave={over} onDrop={drop}>
      <FileInput
        {...props}
        {...(file ? { 'aria-label': `${props.label}: ${file.name}` } : {})}
        leftSection={<Icon name="file" size={16} />}
        value={file ?? null}
        error={useFault(name, file)}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    </div>
  )
}
