import { Alert, Button, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../words/say.ts'
import styles from './desk.module.css'
import { Icon } from './icon.tsx'

/** Long code in a frame that scrolls, also with the keyboard. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      {/* Only an element that takes the focus scrolls by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

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

type Props = { title: string; secret: string; onClose: () => void; children?: ReactNode }

/** Shows a secret that can't be read again. It closes only when the person confirms that they saved it. */
export function SecretDialog({ title, secret, onClose, children }: Props) {
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnClickOutside={false} title={title} size="lg">
      <Stack>
        <Alert color="yellow">{say('desk.shownOnce')}</Alert>
        <div className={styles.once}>
          <code>{secret}</code>
          <CopyButton text={secret} />
        </div>
        {children}
        <Button onClick={onClose}>{say('desk.saved')}</Button>
      </Stack>
    </Modal>
  )
}
