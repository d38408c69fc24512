import { Alert, Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../words/say.ts'
import { CopyButton } from './code.tsx'
import styles from './desk.module.css'

type Props = { title: string; secret: string; onClose: () => void; children?: ReactNode }

/** Shows a secret that can't be read again. Closes only after the person confirms that they saved it. */
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
