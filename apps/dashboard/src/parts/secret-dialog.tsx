import { Alert, Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../words/words.ts'
import styles from './desk.module.css'
import { CopyButton } from './page.tsx'

type Secret = { name: string; secret: string }

type Props = { title: string; onClose: () => void; children?: ReactNode } & (
  | { secret: string }
  | { secrets: readonly Secret[] }
)

/** Shows secrets that can't be read again. Closes only after the person confirms that they saved them. */
export function SecretDialog({ title, onClose, children, ...given }: Props) {
  const secrets = 'secrets' in given ? given.secrets : [{ name: title, secret: given.secret }]
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnClickOutside={false} title={title} size="lg">
      <Stack>
        <Alert color="yellow">{say('desk.shownOnce')}</Alert>
        {secrets.map(({ name, secret }) => (
          <Line key={name} name={secrets.length > 1 ? name : undefined} secret={secret} />
        ))}
        {children}
        <Button onClick={onClose}>{say('desk.saved')}</Button>
      </Stack>
    </Modal>
  )
}

function Line({ name, secret }: { name: string | undefined; secret: string }) {
  return (
    <div className={styles.once}>
      <span>
        {name && <small>{name}</small>}
        <code>{secret}</code>
      </span>
      <CopyButton text={secret} />
    </div>
  )
}
