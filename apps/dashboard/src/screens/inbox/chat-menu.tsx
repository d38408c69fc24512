import { Menu } from '@mantine/core'
import type { Chat } from '../../api/kinds.ts'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { say } from '../../words/say.ts'
import { type ChatChange, menuCommands } from './chat-changes.ts'

type Props = {
  chats: readonly Chat[]
  change: (change: ChatChange) => void
  openHistory?: (() => void) | undefined
}

export function ChatMenu({ chats, change, openHistory }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon="more" label={say('chat.more')} size="lg" />
      </Menu.Target>
      <Menu.Dropdown>
        {chats.length > 0 &&
          menuCommands(chats).map(({ id, name, icon, change: of }) => (
            <Menu.Item key={id} leftSection={<Icon name={icon} size={16} />} onClick={() => change(of)}>
              {name}
            </Menu.Item>
          ))}
        {openHistory && (
          <Menu.Item leftSection={<Icon name="clock" size={16} />} onClick={openHistory}>
            {say('history.show')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
