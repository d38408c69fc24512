import { ActionIcon, Menu } from '@mantine/core'
import type { api } from '../../api/client.ts'
import type { Chat } from '../../api/kinds.ts'
import { Icon } from '../../parts/icon.tsx'
import { say } from '../../words/say.ts'

type ChangeProps = { chat: Chat; onChange: (fields: Parameters<typeof api.chats.update>[0]) => void }

type Props = { openHistory: (() => void) | undefined } & (ChangeProps | { chat?: undefined })

/** The menu of a chat: its less frequent changes, for those who may change it, and its history. */
export function ChatMenu({ openHistory, ...rest }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" title={say('chat.more')} aria-label={say('chat.more')}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rest.chat && <Changes {...rest} />}
        {openHistory && (
          <Menu.Item leftSection={<Icon name="clock" size={16} />} onClick={openHistory}>
            {say('history.show')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Changes({ chat, onChange }: ChangeProps) {
  return (
    <>
      <Menu.Item
        leftSection={<Icon name="bolt" size={16} />}
        onClick={() => onChange({ id: chat.id, unread: !chat.unread })}
      >
        {say(chat.unread ? 'chat.markRead' : 'chat.markUnread')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="pin" size={16} />}
        onClick={() => onChange({ id: chat.id, pinned: !chat.pinned })}
      >
        {say(chat.pinned ? 'chat.unpin' : 'chat.pin')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="mute" size={16} />}
        onClick={() => onChange({ id: chat.id, muted: !chat.muted })}
      >
        {say(chat.muted ? 'chat.unmute' : 'chat.mute')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="clock" size={16} />}
        onClick={() => onChange({ id: chat.id, status: 'pending' })}
      >
        {say('chat.pending')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="file" size={16} />}
        onClick={() => onChange({ id: chat.id, status: 'archived' })}
      >
        {say('chat.archive')}
      </Menu.Item>
    </>
  )
}
