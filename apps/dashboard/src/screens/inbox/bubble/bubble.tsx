import { Menu } from '@mantine/core'
import type { Message } from '@posthorn/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { Reason } from '../../../messages/reason.tsx'
import { Icon, IconButton, type IconName } from '../../../parts/icon.tsx'
import { hasFailed } from '../../../parts/message.tsx'
import { sayDone, sayProblem } from '../../../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../../../session/session.ts'
import { type Key, say } from '../../../words/words.ts'
import { EmojiButton } from '../emoji-button.tsx'
import { useHistoryPlace } from '../use-history-place.ts'
import styles from './bubble.module.css'
import { BubbleBody } from './bubble-body.tsx'

type Props = { message: Message; quoted: Message | undefined; onQuote: (message: Message) => void; isMarked: boolean }

/** A message with the actions that the caller may take, and, if it is outgoing, why it failed or waits. */
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

/** A menu of the message's actions and, for a customer's message, a button to react to it. */
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

type MessageAction = { name: Key; icon: IconName; run: () => void; isDangerous?: boolean }

type MessageActions = { actions: MessageAction[]; react: ((emoji: string) => void) | undefined }

/** Returns the actions available for a message, given its status and the caller's permissions. */
function useMessageActions(message: Message, onQuote: (message: Message) => void): MessageActions {
  const client = useQueryClient()
  const may = useMay()
  const ws = useWorkspaceId()
  const navigate = useNavigate()
  const { open } = useHistoryPlace()
  const { id, status, chat } = message
  const act = (work: Promise<unknown>, doneText?: Key) => {
    const after = () => {
      if (doneText) sayDone(say(doneText))
      return client.invalidateQueries({ queryKey: ['messages', ws, chat] })
    }
    void work.then(after, sayProblem)
  }
  const canWrite = may('messages.send')
  const actions: (MessageAction | false)[] = [
    canWrite && { name: 'message.reply', icon: 'reply', run: () => onQuote(message) },
    message.message !== null && {
      name: 'message.copy',
      icon: 'copy',
      run: () => act(navigator.clipboard.writeText(message.message ?? ''), 'message.copied'),
    },
    message.direction === 'out' &&
      may('messages.trace') && {
        name: 'message.trace',
        icon: 'trace',
        run: () => void navigate({ href: `/${ws}/developer/messages/${id}` }),
      },
    may('events.list') && { name: 'history.atMessage', icon: 'clock', run: () => void open(chat, id) },
    hasFailed(message) &&
      may('messages.retry') && { name: 'message.retry', icon: 'retry', run: () => act(api.messages.retry({ id })) },
    (status === 'queued' || status === 'scheduled') &&
      may('messages.cancel') && {
        name: 'message.cancel',
        icon: 'close',
        isDangerous: true,
        run: () => act(api.messages.cancel({ id })),
      },
  ]
  const react = (emoji: string) => act(api.messages.send({ chat, reaction: emoji, reactionMessage: id }))
  return {
    actions: actions.filter((action) => action !== false),
    react: canWrite && message.direction === 'in' ? react : undefined,
  }
}
