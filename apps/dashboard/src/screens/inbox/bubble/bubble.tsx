import { Menu } from '@mantine/core'
import type { Message } from '../../../api/kinds.ts'
import { Reason } from '../../../messages/reason.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { IconButton } from '../../../parts/icon-button.tsx'
import { say } from '../../../words/say.ts'
import { EmojiButton } from '../emoji-button.tsx'
import { useMessageActions } from './actions.ts'
import styles from './bubble.module.css'
import { BubbleBody } from './bubble-body.tsx'

type Props = { message: Message; quoted: Message | undefined; onQuote: (message: Message) => void; isMarked: boolean }

/** A message with its actions, and why it waits or failed. */
export function Bubble({ message, quoted, onQuote, isMarked }: Props) {
  return (
    <BubbleBody
      message={message}
      quoted={quoted}
      isMarked={isMarked}
      actions={<Actions message={message} onQuote={onQuote} />}
      reason={message.direction === 'out' && <Reason message={message} />}
    />
  )
}

function Actions({ message, onQuote }: { message: Message; onQuote: (message: Message) => void }) {
  const { actions, react } = useMessageActions(message, onQuote)
  return (
    <div className={styles.actions}>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon="more" iconSize={16} label={say('message.actions')} size={26} />
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ name, icon, run, isDangerous }) => (
            <Menu.Item
              key={name}
              leftSection={<Icon name={icon} size={16} />}
              onClick={run}
              {...(isDangerous ? { color: 'red' } : {})}
            >
              {say(name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {react && <EmojiButton label={say('message.react')} size={26} isReaction onChoose={react} />}
    </div>
  )
}
