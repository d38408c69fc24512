import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../words/say.ts'

type Props = {
  name: string
  /** Consequence of the action, in a sentence. */
  text: ReactNode
  run: () => Promise<unknown>
  button?: ButtonProps
}

/** A button for what cannot be taken back: it says first what will happen. */
export function ConfirmButton({ name, text, run, button }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await run().catch(() => {})
    setBusy(false)
    setOpen(false)
  }
  return (
    <>
      <Button variant="default" size="compact-sm" {...button} onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={name}
        closeButtonProps={{ 'aria-label': say('problem.close') }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {say('desk.cancel')}
            </Button>
            <Button color="red" loading={isBusy} onClick={() => void confirm()}>
              {name}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
