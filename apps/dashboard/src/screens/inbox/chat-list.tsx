import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { Chat } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../keys/bindings.ts'
import { Icon, IconButton } from '../../parts/icon.tsx'
import { useOpenPlace } from '../../parts/page.tsx'
import { isRetryable, Shapes, sentenceOf, useLastError } from '../../parts/problem.tsx'
import { extended, nothingSelected, type Selected, toggled } from '../../parts/selection.ts'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { useDensity } from '../../theme/theme.ts'
import { say } from '../../words/words.ts'
import { useChangeChats, useChatCommands } from './chat-changes.ts'
import { AssigneeMenu, ChatMenu, LabelMenu, ResolveButton, SnoozeMenu } from './chat-menus.tsx'
import { ChatRow } from './chat-row.tsx'
import { chatsQuery, readEarly, titleOf } from './data.ts'
import styles from './inbox.module.css'
import { type Narrowing, nameOfView, narrowed, type View } from './views.ts'

type ChatsBarProps = {
  workspace: string
  chats: readonly Chat[]
  isAll: boolean
  onAll: () => void
  onClear: () => void
}

/** Actions on the selected chats, shown in place of the search. */
function ChatsBar({ workspace, chats, isAll, onAll, onClear }: ChatsBarProps) {
  const change = useChangeChats(workspace, chats)
  useChatCommands({ workspace, chats, change, title: 'palette.selected' })
  const menu = { workspace, chats, change }
  return (
    <div className={styles.bulk} role="toolbar" aria-label={say('palette.selected')}>
      <Checkbox
        checked={isAll}
        indeterminate={!isAll}
        onChange={isAll ? onClear : onAll}
        aria-label={say(isAll ? 'inbox.selectNone' : 'inbox.selectAll')}
        title={say(isAll ? 'inbox.selectNone' : 'inbox.selectAll')}
        size="xs"
      />
      <span>{say('inbox.selected', { count: chats.length })}</span>
      <span className={styles.bulkActions}>
        <AssigneeMenu {...menu} />
        <LabelMenu {...menu} />
        <SnoozeMenu {...menu} />
        <ResolveButton {...menu} />
        <ChatMenu {...menu} />
        <IconButton icon="close" label={say('inbox.selectNone')} size="lg" onClick={onClear} />
      </span>
    </div>
  )
}

type ChatListProps = {
  view: View
  narrowing: Narrowing
  openId: string | undefined
  selected: Selected
  onSelect: (selected: Selected) => void
}

/** Height of a row in pixels. */
const rowHeights = { comfortable: 76, compact: 60 } as const

/**
 * The chats in a view, with their search or the actions on selected ones. `j` and `k` open the next and the previous chat. Only the rows in
 * sight and a few around them are in the DOM.
 */
export function ChatList({ view, narrowing, openId, selected, onSelect }: ChatListProps) {
  const ws = useWorkspaceId()
  const navigate = useNavigate()
  // A search looks in all chats. The order of a view would leave out those that have no time to sort by.
  const sort = narrowing.q === undefined ? view.saved?.sort : undefined
  const query = useInfiniteQuery(chatsQuery(ws, narrowed(view, narrowing), sort))
  const chats = query.data ?? []
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = rowHeights[useDensity()]
  const sizes = { getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 6 }
  const rows = useVirtualizer({ count: chats.length, ...sizes })
  useEffect(() => rows.measure(), [rows, rowHeight])
  const visible = rows.getVirtualItems()
  const last = visible.at(-1)?.index ?? 0
  useEffect(() => {
    // Otherwise, a page that can't be read would be requested again and again.
    if (query.isError) return
    // Before the last rows come into sight.
    if (last >= chats.length - 10 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }, [last, chats.length, query])
  const found = chats.findIndex(({ id }) => id === openId)
  // Where the open chat is, or where it was before it left the list: the next chat is there now.
  const place = useRef({ openId, at: found })
  if (found >= 0 || place.current.openId !== openId) place.current = { openId, at: found }
  const move = (step: number) => {
    const at = place.current.at + (found < 0 && step > 0 ? 0 : step)
    const next = chats[Math.max(0, Math.min(chats.length - 1, at))]
    if (next === undefined) return
    readEarly(ws, next.id)
    rows.scrollToIndex(chats.indexOf(next))
    const params = { ws, view: view.id, chat: next.id }
    void navigate({ to: '/$ws/inbox/$view/$chat', params, search: narrowing })
  }
  const error = useLastError(query)
  const { chosen, toggle, all, clear } = useSelecting({ chats, openId, selected, onSelect })
  useKeys(chats.length > 0 ? { j: () => move(1), k: () => move(-1) } : {})
  return (
    <section className={styles.list} aria-label={nameOfView(view)} data-selecting={chosen.length > 0 ? '' : undefined}>
      {chosen.length > 0 ? (
        <ChatsBar workspace={ws} chats={chosen} isAll={chosen.length === chats.length} onAll={all} onClear={clear} />
      ) : (
        <SearchField view={view} narrowing={narrowing} />
      )}
      {error && <ListProblem error={error} retry={() => void query.refetch()} />}
      <div ref={box} className={styles.rows} data-rows>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {visible.map(({ index, start }) => {
            const chat = chats[index]
            if (chat === undefined) return null
            const style = { transform: `translateY(${start}px)`, height: rowHeight }
            return (
              <div key={chat.id} className={styles.slot} style={style}>
                <ChatRow {...{ chat, view: view.id, search: narrowing }} isOpen={chat.id === openId} />
                {toggle && (
                  <SelectBox
                    chat={chat}
                    isSelected={selected.ids.has(chat.id)}
                    onToggle={(isRange) => toggle(chat.id, isRange)}
                  />
                )}
              </div>
            )
          })}
        </div>
        {query.isPending && <Shapes of="chats" />}
        {query.isSuccess && chats.length === 0 && <NoChats view={view} narrowing={narrowing} />}
      </div>
    </section>
  )
}

type Selecting = { chats: readonly Chat[] } & Pick<ChatListProps, 'openId' | 'selected' | 'onSelect'>

/** Selects chats, also by key. A chat that leaves the list is no longer selected. Without `toggle`, nothing can be selected. */
function useSelecting({ chats, openId, selected, onSelect }: Selecting) {
  const isAllowed = useMay()('chats.updateMany')
  const order = chats.map(({ id }) => id)
  const chosen = chats.filter(({ id }) => selected.ids.has(id))
  const clear = () => onSelect(nothingSelected)
  const isGone = chosen.length < selected.ids.size
  useEffect(() => {
    if (isGone) onSelect({ ...selected, ids: new Set(chosen.map(({ id }) => id)) })
  }, [isGone, onSelect])
  const toggle = (id: string | undefined, isRange: boolean) => {
    if (id !== undefined) onSelect(isRange ? extended(selected, id, order) : toggled(selected, id))
  }
  useKeys({
    ...(isAllowed ? { x: () => toggle(openId, false), X: () => toggle(openId, true) } : {}),
    ...(chosen.length > 0 ? { Escape: clear } : {}),
  })
  const all = () => onSelect({ ids: new Set(order), anchor: undefined })
  return { chosen, toggle: isAllowed ? toggle : undefined, all, clear }
}

type SelectProps = { chat: Chat; isSelected: boolean; onToggle: (isRange: boolean) => void }

/** Checkbox of a chat. Shift selects the range from the last selected chat. */
function SelectBox({ chat, isSelected, onToggle }: SelectProps) {
  return (
    <Checkbox
      className={styles.select}
      data-selected={isSelected ? '' : undefined}
      checked={isSelected}
      aria-label={say('inbox.select', { name: titleOf(chat) })}
      // Keyboard users have `x`, and each checkbox would otherwise be a tab stop.
      tabIndex={-1}
      onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
    />
  )
}

/**
 * Searches all chats, not only the view's, within the chosen number and label, a moment after the person stops typing. The URL has the text.
 * Also starts a conversation.
 */
function SearchField({ view, narrowing }: Pick<ChatListProps, 'view' | 'narrowing'>) {
  const ws = useWorkspaceId()
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const may = useMay()
  const navigate = useNavigate()
  const openPlace = useOpenPlace()
  const { q: shown = '' } = narrowing
  // What the field has put into the URL. Another text comes from a link, or from Back.
  const sent = useRef(shown)
  const search = useDebouncedCallback((q: string, of: View) => {
    // Another view was chosen meanwhile.
    if (of.id !== view.id) return
    sent.current = q
    const next = { ...narrowing, q: q === '' ? undefined : q }
    void navigate({ to: '/$ws/inbox/$view', params: { ws, view: view.id }, search: next, replace: true })
  }, 250)
  useEffect(() => {
    if (shown === sent.current) return
    // What was typed before must not replace it.
    search.cancel()
    if (field.current) field.current.value = shown
    sent.current = shown
  }, [shown, search])
  return (
    <div className={styles.searchField}>
      <TextInput
        ref={field}
        defaultValue={shown}
        key={view.id}
        placeholder={say('inbox.search')}
        aria-label={say('inbox.search')}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => search(event.currentTarget.value.trim(), view)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {may('messages.send') && (
        <IconButton icon="plus" label={say('chat.new')} size="lg" onClick={() => openPlace('new-conversation')} />
      )}
    </div>
  )
}

/** Says that the view has no chats, or that none match the search, label or number, and offers to clear those. */
function NoChats({ view, narrowing }: { view: View; narrowing: Narrowing }) {
  const ws = useWorkspaceId()
  const navigate = useNavigate()
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined)
  return (
    <div className={styles.empty}>
      <Icon name={isNarrowed ? 'search' : 'check'} size={26} />
      <p>{say(isNarrowed ? 'inbox.noneFound' : view.empty)}</p>
      {isNarrowed && (
        <Button
          variant="default"
          size="xs"
          onClick={() => void navigate({ to: '/$ws/inbox/$view', params: { ws, view: view.id }, search: {} })}
        >
          {say('inbox.clear')}
        </Button>
      )}
    </div>
  )
}

/** Why the list couldn't be read, above what was read before. */
function ListProblem({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Alert color="red" m="xs">
      {sentenceOf(error)}{' '}
      {isRetryable(error) && (
        <Button variant="subtle" size="compact-xs" onClick={retry}>
          {say('problem.again')}
        </Button>
      )}
    </Alert>
  )
}
