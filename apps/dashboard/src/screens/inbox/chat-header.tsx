import type { Chat } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { numbersQuery } from '../../api/api.ts'
import { useKeys } from '../../keys/bindings.ts'
import { offerActions } from '../../keys/palette-state.ts'
import { IconButton } from '../../parts/icon.tsx'
import { useNow } from '../../parts/moment.tsx'
import { Person } from '../../parts/person.tsx'
import { useMay } from '../../session/session.ts'
import { duration, fullMoment, say } from '../../words/words.ts'
import { useChangeChats, useChatCommands } from './chat-changes.ts'
import { AssigneeMenu, ChatMenu, LabelMenu, ResolveButton, SnoozeMenu } from './chat-menus.tsx'
import { closingMs, titleOf } from './data.ts'
import styles from './inbox.module.css'
import type { Side } from './side.ts'
import { useHistoryPlace } from './use-history-place.ts'

/** Shows how long a customer's chat still accepts free-form content. Only direct chats have a window. */
function WindowClock({ chat }: { chat: Chat }) {
  const now = useNow()
  if (chat.type !== 'direct') return null
  const { windowClosesAt } = chat
  if (windowClosesAt === null) return <span className={styles.window}>{say('window.never')}</span>
  const left = Date.parse(windowClosesAt) - now
  if (left <= 0) {
    return (
      <span className={styles.window} data-state="closed" title={fullMoment(windowClosesAt)}>
        {say('window.closed')}
      </span>
    )
  }
  return (
    <span
      className={styles.window}
      data-state={left < closingMs ? 'closing' : 'open'}
      title={fullMoment(windowClosesAt)}
    >
      {say('window.open', { time: duration(left) })}
    </span>
  )
}

type Props = {
  workspace: string
  chat: Chat
  /** Set while the keys and the palette act on the selected chats instead. */
  isBehindSelection: boolean
  side: Side
  onSide: (side: Side) => void
}

/** The header of a chat: who it is with, its window, its actions, and buttons for the panes next to it. */
export function ChatHeader({ workspace, chat, isBehindSelection, side, onSide }: Props) {
  const { ws = '', view = 'all' } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const numbers = useQuery(numbersQuery(workspace)).data
  const number = numbers?.find(({ id }) => id === chat.number)
  const canPlay = useMay()('numbers.simulate') && number?.provider === 'simulator' && chat.type === 'direct'
  const facts = [chat.name === null ? null : chat.phone, numbers && numbers.length > 1 ? number?.name : null].filter(
    (fact) => typeof fact === 'string',
  )
  return (
    <header className={styles.head}>
      <IconButton
        icon="back"
        label={say('inbox.back')}
        className={styles.back}
        size="lg"
        onClick={() => void navigate({ to: '/$ws/inbox/$view', params: { ws, view }, search: search })}
      />
      <Person name={titleOf(chat)} size={36} />
      <div className={styles.headName}>
        <h2 dir="auto">{titleOf(chat)}</h2>
        <p>
          <span className={styles.headFacts} title={facts.join(' · ')}>
            {facts.map((fact, i) => (
              <Fragment key={fact}>
                {i > 0 && ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </span>
          <WindowClock chat={chat} />
        </p>
      </div>
      <ChatActions {...{ workspace, chat, isBehindSelection }} />
      <SideToggles canPlay={canPlay} side={side} onSide={onSide} />
    </header>
  )
}

/** Menus that change the chat. A caller who can't change chats gets only its history, if that is allowed. */
function ChatActions({ workspace, chat, isBehindSelection }: Pick<Props, 'workspace' | 'chat' | 'isBehindSelection'>) {
  const may = useMay()
  const chats = [chat]
  const change = useChangeChats(workspace, chats)
  const openHistory = useHistoryAction(chat.id)
  useChatCommands({ workspace, chats: isBehindSelection ? [] : chats, change, title: 'palette.conversation' })
  if (!may('chats.updateMany')) return openHistory && <ChatMenu {...{ chats: [], change, openHistory }} />
  const menu = { workspace, chats, change }
  return (
    <div className={styles.headActions}>
      <AssigneeMenu {...menu} />
      <LabelMenu {...menu} />
      <SnoozeMenu {...menu} />
      <ResolveButton {...menu} />
      <ChatMenu {...menu} openHistory={openHistory} />
    </div>
  )
}

type TogglesProps = {
  /** Whether the person can write as the customer: on a simulated number, if they may. */
  canPlay: boolean
  side: Side
  onSide: (side: Side) => void
}

/** Buttons that open or close the panes next to the chat: the customer's simulated phone, and, also by key, what is known about the contact. */
function SideToggles({ canPlay, side, onSide }: TogglesProps) {
  const toggle = (pane: Side) => onSide(side === pane ? null : pane)
  const run = () => toggle('about')
  useKeys({ i: run })
  useEffect(
    () => offerActions('palette.conversation', [{ id: 'about', name: say('about.open'), keys: 'i', run }]),
    // `run` depends on the pane that is open.
    [side],
  )
  const sides = [
    ...(canPlay ? [{ pane: 'customer', icon: 'phone', name: 'customer.open' } as const] : []),
    { pane: 'about', icon: 'info', name: 'about.open' } as const,
  ]
  return sides.map(({ pane, icon, name }) => (
    <IconButton
      key={pane}
      icon={icon}
      label={say(name)}
      variant={side === pane ? 'light' : 'subtle'}
      size="lg"
      aria-pressed={side === pane}
      onClick={() => toggle(pane)}
    />
  ))
}

/** Returns a function that opens the chat's history, and offers it by key and in the palette; undefined if the caller may not read events. */
function useHistoryAction(chatId: string): (() => void) | undefined {
  const { open } = useHistoryPlace()
  const isAllowed = useMay()('events.list')
  const run = () => void open(chatId)
  useKeys(isAllowed ? { h: run } : {})
  useEffect(() => {
    if (!isAllowed) return
    return offerActions('palette.conversation', [{ id: 'history', name: say('history.show'), keys: 'h', run }])
    // `run` behaves the same on every render.
  }, [chatId, isAllowed])
  return isAllowed ? run : undefined
}
