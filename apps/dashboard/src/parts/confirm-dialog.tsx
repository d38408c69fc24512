import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../words/words.ts'

type Props = {
  name: string
  /** Consequence of the action, as a sentence. */
  text: ReactNode
  isOpen: boolean
  onClose: () => void
  run: () => Promise<unknown>
  /** Text that the person must type to confirm, and the label of its field. */
  typed?: { text: string; label: string }
  /** False if the action deletes nothing. */
  isGrave?: boolean
  /** False while a field in the text still has to be filled in. */
  isReady?: boolean
}

/** Asks the person before an action. Closes after it, even if the action failed. */
export function ConfirmDialog({ name, text, isOpen, onClose, run, typed, isGrave = true, isReady = true }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [given, setGiven] = useState('')
  const confirm = async () => {
    setBusy(true)
    // The action shows its own errors.
    await run().catch(() => {})
    setBusy(false)
    setGiven('')
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={name}>
      <Stack>
        <Text size="sm" component="div">
          {text}
        </Text>
        {typed && (
          <TextInput
            label={typed.label}
            autoComplete="off"
            value={given}
            onChange={(event) => setGiven(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('desk.cancel')}
          </Button>
          <Button
            {...(isGrave ? { color: 'red' } : {})}
            loading={isBusy}
            disabled={!isReady || (typed !== undefined && given.trim() !== typed.text)}
            onClick={() => void confirm()}
          >
            {name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
