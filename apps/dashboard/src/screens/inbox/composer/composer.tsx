import { Alert, Button, SegmentedControl } from '@mantine/core'
import type { Chat, Presence } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, numbersQuery, teamQuery } from '../../../api/api.ts'
import { useKeys } from '../../../keys/bindings.ts'
import { offerActions } from '../../../keys/palette-state.ts'
import { sendNote } from '../../../outbox/new-entries.ts'
import { keepDraft, useDraft } from '../../../outbox/outbox.ts'
import { useSender } from '../../../outbox/sender.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useNow } from '../../../parts/moment.tsx'
import { ActionButton, useAction } from '../../../parts/page.tsx'
import { Person } from '../../../parts/person.tsx'
import { useMay } from '../../../session/session.ts'
import { say } from '../../../words/words.ts'
import { EmojiButton } from '../emoji-button.tsx'
import styles from '../inbox.module.css'
import { usePresence, useTyping } from '../presence.ts'
import { matchingMembers, mentionPrefix, mentionsIn } from './matches.ts'
import { ReplyField } from './reply-field.tsx'
import { type ComposerState, composerState } from './state.ts'
import { Suggestions } from './suggestions.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { insertAtCaret, WritingField } from './writing-field.tsx'

/** The field for notes, with mentions. Keeps a draft for each chat. */
function NoteField({ chatId, focusRequests }: { chatId: string; focusRequests: number }) {
  const text = useDraft('note', chatId)
  const sender = useSender()
  const { data: team = [], isLoading } = useQuery(teamQuery(sender.workspace))
  // Someone who is disabled can be mentioned, but wouldn't see it.
  const active = team.filter(({ status }) => status !== 'disabled')
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (next: string) => keepDraft('note', chatId, next)
  // A mention needs the ids of the members.
  const canSend = text.trim() !== '' && !(isLoading && text.includes('@'))
  const submit = () => canSend && sendNote({ ...sender, chat: chatId }, mentionsIn(text, team))
  // The caret also moves without a change of the text.
  const [, setCaret] = useState(0)
  const caret = field.current?.selectionStart ?? text.length
  const written = mentionPrefix(text.slice(0, caret))
  const insert = (inserted: string, replaced = 0) => insertAtCaret(field.current, { text, inserted, replaced, write })
  const mention = ({ name }: { name: string }) => insert(`${name} `, written?.length)
  return (
    <div>
      {written !== undefined && (
        <Suggestions label={say('composer.mention')} items={matchingMembers(active, written)} onChoose={mention} />
      )}
      <WritingField
        ref={field}
        label={say('composer.notePlaceholder')}
        focusRequests={focusRequests}
        text={text}
        onText={write}
        onCaret={setCaret}
        onEnter={submit}
      />
      <div className={styles.composerFoot}>
        <EmojiButton label={say('composer.emoji')} onChoose={insert} />
        <Button ml="auto" size="xs" color="yellow.9" disabled={!canSend} onClick={submit}>
          {say('composer.addNote')}
        </Button>
      </div>
    </div>
  )
}

/** Who reads the text: the customer, or colleagues. */
export type Tab = 'reply' | 'note'

type Props = { workspace: string; chat: Chat; tab: Tab; onTab: (tab: Tab) => void }

/** The composer: text while the window is open, templates at any time, and notes, as far as the caller may. Colleagues see who is typing. */
export function Composer({ workspace, chat, tab, onTab: setTab }: Props) {
  const state = useComposerState(workspace, chat)
  const [isChoosing, setChoosing] = useState(false)
  // Counts requests to focus the field. A focused field receives the keys, so that typing doesn't trigger shortcuts.
  const [focusRequests, setFocusRequests] = useState(0)
  const [isTyping, onType] = useTyping()
  const others = usePresence(chat.id, isTyping)
  const choose = (next: Tab) => {
    setTab(next)
    setFocusRequests((times) => times + 1)
  }
  const reply = () => {
    choose('reply')
    setChoosing(false)
  }
  const template = () => {
    setTab('reply')
    setChoosing(true)
    // The picker has the focus, and a field that replaces it must not take it.
    setFocusRequests(0)
  }
  const mode = state?.mode ?? 'closed'
  const actions = [
    { id: 'reply', name: say('kind.reply'), keys: 'r', run: reply },
    { id: 'note', name: say('composer.note'), keys: 'n', run: () => choose('note') },
    { id: 'template', name: say('kind.template'), keys: 't', run: template },
  ].filter(({ id }) => mode !== 'closed' && (mode !== 'note' || id === 'note'))
  useKeys(Object.fromEntries(actions.map(({ keys, run }) => [keys, run])))
  // The actions behave the same on every render.
  useEffect(() => offerActions('palette.conversation', actions), [actions.length])
  if (state === undefined) return <div className={styles.composer} style={{ minHeight: 120 }} />
  if (state.mode === 'closed') return <div className={styles.composerNote}>{say('composer.viewer')}</div>
  const isNote = tab === 'note' || state.mode === 'note'
  return (
    <div className={styles.composer} data-note={isNote ? '' : undefined}>
      <ComposerTop state={state} tab={tab} onTab={choose} isChoosing={isChoosing} onChoosing={setChoosing} />
      <PresentPeople others={others} />
      {state.willWait && !isNote && <QueuePausedNote chat={chat} />}
      {!isNote && state.mode === 'template' && (
        <p className={styles.composerClosed}>
          <Icon name="clock" size={15} /> {say(`composer.${state.reason}`)}
        </p>
      )}
      {isNote && <NoteField chatId={chat.id} focusRequests={focusRequests} />}
      {!isNote && (state.mode === 'template' || isChoosing) && (
        <TemplatePicker
          // A new one takes the focus once the person asks for it.
          key={String(isChoosing)}
          workspace={workspace}
          chat={chat}
          hasFocus={isChoosing}
          onSent={() => setChoosing(false)}
        />
      )}
      {!isNote && state.mode === 'free' && !isChoosing && (
        <ReplyField {...{ workspace, chat, others, onType }} focusRequests={focusRequests} />
      )}
    </div>
  )
}

/** Returns what the caller can write in a chat now; undefined until the number is known. */
function useComposerState(workspaceId: string, chat: Chat) {
  const may = useMay()
  const now = useNow()
  const number = useQuery(numbersQuery(workspaceId)).data?.find(({ id }) => id === chat.number)
  const { data: capabilities } = useQuery({
    queryKey: ['capabilities', workspaceId, chat.number],
    queryFn: () => api.capabilities.get({ id: chat.number }),
    staleTime: 10 * 60_000,
  })
  if (number === undefined) return undefined
  return composerState({ chat, number, capabilities, now, maySend: may('messages.send'), mayNote: may('notes.create') })
}

/** Says that messages wait because the number's queue is paused or draining. A caller who may resume it can do so here. */
function QueuePausedNote({ chat }: { chat: Chat }) {
  const may = useMay()
  const resume = useAction({ run: () => api.queues.resume({ id: chat.number }), changes: ['numbers'] })
  return (
    <Alert color="yellow" p="xs" mb="xs" icon={<Icon name="pause" size={16} />}>
      {say('composer.willWait')}{' '}
      {may('queues.resume') && <ActionButton action={resume} size="compact-xs" name={say('why.resume')} />}
    </Alert>
  )
}

type TopProps = {
  state: ComposerState
  tab: Tab
  onTab: (tab: Tab) => void
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
}

/** Switches between replies and notes, and between text and templates; says who reads a note, and why only notes are possible. */
function ComposerTop({ state, tab, onTab, isChoosing, onChoosing }: TopProps) {
  const isNote = tab === 'note' || state.mode === 'note'
  return (
    <div className={styles.composerTop}>
      {state.mode !== 'note' && (
        <SegmentedControl
          size="xs"
          value={tab}
          onChange={(value) => onTab(value as Tab)}
          data={[
            { value: 'reply', label: say('kind.reply') },
            { value: 'note', label: say('composer.note') },
          ]}
        />
      )}
      {state.mode === 'note' && <span className={styles.composerWhy}>{say(`composer.${state.reason}`)}</span>}
      {isNote && <span className={styles.composerWhy}>{say('composer.noteWhy')}</span>}
      {!isNote && state.mode === 'free' && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Icon name="template" size={14} />}
          onClick={() => onChoosing(!isChoosing)}
        >
          {say(isChoosing ? 'composer.writeText' : 'kind.template')}
        </Button>
      )}
    </div>
  )
}

/** Colleagues who are viewing the chat or typing in it. */
function PresentPeople({ others }: { others: Presence[] }) {
  return (
    <div className={styles.present} role="status">
      {others.map(({ by, status }) => (
        <span key={by.id} data-status={status}>
          <Person name={by.name ?? ''} size={18} />
          {say(`presence.${status}`, { name: by.name ?? '' })}
        </span>
      ))}
    </div>
  )
}
