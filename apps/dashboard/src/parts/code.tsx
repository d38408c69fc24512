import { Button } from '@mantine/core'
import { useState } from 'react'
import { say } from '../words/words.ts'
import styles from './desk.module.css'
import { Icon } from './icon.tsx'

/** A block of code. `label` is for screen readers. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      {/* Only an element that takes the focus scrolls by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

/** Button that copies a text to the clipboard, and then says so. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
      onClick={copy}
    >
      {isCopied ? say('desk.copied') : (name ?? say('desk.copy'))}
    </Button>
  )
}
