import { ActionIcon, Menu } from '@mantine/core'
import type { ChatsUpdateInput } from '@posthorn/sdk'
import type { Chat } from '../../api/kinds.ts'
import { Icon } from '../../parts/icon.tsx'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'

type Props = { chat: Chat; onChange: (fields: ChatsUpdateInput) => void }

/** Takes a chat out of the inbox until a time, or until the customer writes. */
export function SnoozeMenu({ chat, onChange }: Props) {
  const { id, snooze } = chat
  const until = (time: string | null) => onChange({ id, snooze: { until: time } })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant={snooze ? 'light' : 'subtle'}
          size="lg"
          title={say('chat.snooze')}
          aria-label={say('chat.snooze')}
        >
          <Icon name="snooze" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {snooze && (
          <Menu.Label>{snooze.until === null ? say('chat.snoozeWritten') : fullMoment(snooze.until)}</Menu.Label>
        )}
        {snooze && <Menu.Item onClick={() => onChange({ id, snooze: null })}>{say('chat.wake')}</Menu.Item>}
        <Menu.Item onClick={() => until(tomorrow())}>{say('chat.snoozeTomorrow')}</Menu.Item>
        <Menu.Item onClick={() => until(monday())}>{say('chat.snoozeMonday')}</Menu.Item>
        <Menu.Item onClick={() => until(null)}>{say('chat.snoozeWritten')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns nine in the morning of the next day, in the viewer's zone. */
export function tomorrow(now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9).toISOString()
}

function monday(now = new Date()): string {
  const days = (8 - now.getDay()) % 7 || 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9).toISOString()
}
