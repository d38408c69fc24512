import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { Code } from '../../parts/code.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { say } from '../../words/say.ts'
import type { TimeRange } from './range.ts'

type Props = { webhook: string; chosen: TimeRange | undefined; speed: string }

/** Shows the command that posts the range's events to a local program, without affecting the webhook. */
export function RehearseButton({ webhook, chosen, speed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const command = chosen ? commandOf(webhook, chosen, speed) : ''
  return (
    <>
      <Button variant="default" disabled={chosen === undefined} onClick={() => setOpen(true)}>
        {say('timeline.rehearse')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say('rehearsal.title')} size="lg">
        <p>{say('rehearsal.how')}</p>
        <Code label={say('rehearsal.command')} text={command} />
        <p>
          <CopyButton text={command} />
        </p>
        <p>{say('rehearsal.counts')}</p>
      </Modal>
    </>
  )
}

export function commandOf(webhook: string, { fromMs, toMs }: TimeRange, speed: string): string {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const pace = speed === '' ? '' : ` --speed ${speed}`
  return `posthorn listen --forward http://localhost:3000/webhook --rehearse ${webhook} --from ${from} --to ${to}${pace}`
}
