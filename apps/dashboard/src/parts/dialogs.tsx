import { Alert, Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { say } from '../words/words.ts'
import styles from './desk.module.css'
import { type ActionOptions, CopyButton, useAction } from './page.tsx'

type ConfirmDialogProps = {
  name: string
  /** Consequence of the action, as a sentence. */
  text: ReactNode
  onClose: () => void
  run: () => Promise<unknown>
  /** Text that the person must type to confirm, and the label of its field. */
  typed?: { text: string; label: string }
  /** False if the action deletes nothing. */
  isGrave?: boolean
  /** False while a field in the text still has to be filled in. */
  isReady?: boolean
}

/** Asks the person before an action. Mounted only while it is open. Closes after the action, even if it failed. */
export function ConfirmDialog({ name, text, onClose, run, typed, isGrave = true, isReady = true }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [given, setGiven] = useState('')
  useFocusBack()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // The dialog of a form is inside it for React.
    event.stopPropagation()
    setBusy(true)
    // The action shows its own errors.
    await run().catch(() => {})
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={name}>
      {/* An Enter that is still down since it opened the dialog confirms nothing. */}
      <Stack
        component="form"
        onSubmit={(event) => void confirm(event)}
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      >
        <Text size="sm" component="div">
          {text}
        </Text>
        {typed && (
          <TextInput
            label={typed.label}
            data-autofocus
            autoComplete="off"
            value={given}
            onChange={(event) => setGiven(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('word.cancel')}
          </Button>
          <Button
            type="submit"
            data-autofocus={isReady || undefined}
            {...(isGrave ? { color: 'red' } : {})}
            loading={isBusy}
            disabled={!isReady || (typed !== undefined && given.trim() !== typed.text)}
          >
            {name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Returns the focus to where it was once the component is gone. Mantine does so only for what was mounted before it opened. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}

type ConfirmButtonProps<T> = Pick<ActionOptions<undefined, T>, 'done'> &
  Omit<ConfirmDialogProps, 'onClose' | 'run'> & {
    run: () => Promise<T>
    /** Called once the action is done, unless the person has left the page meanwhile: opens another page. */
    then?: () => void
    /** The first parts of the keys of the queries that the action affects. */
    changes?: readonly string[]
    /** Called before the dialog opens, to reset the fields in its text. */
    onOpen?: () => void
    button?: ButtonProps
  }

/** Button for an action whose consequences the person should know. Asks for confirmation first, and shows an error if the action fails. */
export function ConfirmButton<T>(props: ConfirmButtonProps<T>) {
  const { changes = [], done, onOpen, button, run, then, ...dialog } = props
  // The page may remove the button before the action is done, for example once an event announces it.
  const runAndLeave = async () => {
    const { pathname } = location
    const output = await run()
    if (location.pathname === pathname) then?.()
    return output
  }
  const { mutateAsync } = useAction({ changes, run: runAndLeave, ...(done ? { done } : {}) })
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen?.()
    setOpen(true)
  }
  return (
    <>
      <Button variant="default" size="compact-sm" {...button} onClick={open}>
        {dialog.name}
      </Button>
      {isOpen && <ConfirmDialog {...dialog} run={() => mutateAsync(undefined)} onClose={() => setOpen(false)} />}
    </>
  )
}

type SecretDialogProps = { title: string; onClose: () => void; children?: ReactNode } & (
  | { secret: string }
  | { secrets: readonly { name: string; secret: string }[] }
)

/** Shows secrets that can't be read again. Closes only after the person confirms that they saved them. */
export function SecretDialog({ title, onClose, children, ...given }: SecretDialogProps) {
  const secrets = 'secrets' in given ? given.secrets : [{ name: title, secret: given.secret }]
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnClickOutside={false} title={title} size="lg">
      <Stack>
        <Alert color="yellow">{say('desk.shownOnce')}</Alert>
        {secrets.map(({ name, secret }) => (
          <SecretLine key={name} name={secrets.length > 1 ? name : undefined} secret={secret} />
        ))}
        {children}
        <Button onClick={onClose}>{say('desk.saved')}</Button>
      </Stack>
    </Modal>
  )
}

/** A secret with a button that copies it. */
function SecretLine({ name, secret }: { name: string | undefined; secret: string }) {
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
