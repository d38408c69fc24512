import { Alert, Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Chat, Message } from '../../../api/kinds.ts'
import { numbersQuery } from '../../../api/lists.ts'
import { useKeys } from '../../../keys/bindings.ts'
import { Icon } from '../../../parts/icon.tsx'
import { sayProblem } from '../../../parts/say-problem.ts'
import { useMay } from '../../../session/me.ts'
import { say } from '../../../words/say.ts'
import styles from '../inbox.module.css'
import { usePresence, useTyping } from '../presence.ts'
import { PresentPeople } from '../present-people.tsx'
import { useNow } from '../window-clock.tsx'
import { NoteField } from './note-field.tsx'
import { ReplyField } from './reply-field.tsx'
import { type ComposerState, composerState } from './state.ts'
import { TemplatePicker } from './template-picker.tsx'

type Props = {
  workspace: string
  chat: Chat
  quote: Message | undefined
  onQuote: (message: Message | undefined) => void
}

/** The field to answer: text while the window is open, templates when it is closed, notes always. */
export function Composer({ workspace, chat, quote, onQuote }: Props) {
  const state = useComposerState(workspace, chat)
  const [tab, setTab] = useState<'reply' | 'note'>('reply')
  const [isChoosing, setChoosing] = useState(false)
  const [isTyping, onType] = useTyping()
  const others = usePresence(chat.id, isTyping)
  useKeys({
    r: () => setTab('reply'),
    n: () => setTab('note'),
    t: () => {
      setTab('reply')
      setChoosing(true)
    },
  })
  if (state === undefined) return <div className={styles.composer} style={{ minHeight: 120 }} />
  if (state.mode === 'closed') return <div className={styles.composerNote}>{say('composer.viewer')}</div>
  const isNote = tab === 'note' || state.mode === 'note'
  return (
    <div className={styles.composer} data-note={isNote ? '' : undefined}>
      <ComposerTop state={state} tab={tab} onTab={setTab} isChoosing={isChoosing} onChoosing={setChoosing} />
      <PresentPeople others={others} />
      {state.willWait && !isNote && <Waiting chat={chat} />}
      {!isNote && state.mode === 'template' && (
        <p className={styles.composerClosed}>
          <Icon name="clock" size={15} /> {say(`composer.${state.reason}`)}
        </p>
      )}
      {isNote && <NoteField workspace={workspace} chat={chat.id} />}
      {!isNote && (state.mode === 'template' || isChoosing) && (
        <TemplatePicker
          key={String(isChoosing)}
          workspace={workspace}
          chat={chat}
          hasFocus={isChoosing}
          onSent={() => setChoosing(false)}
        />
      )}
      {!isNote && state.mode === 'free' && !isChoosing && (
        <ReplyField {...{ workspace, chat, quote, onQuote, others, onType }} />
      )}
    </div>
  )
}

function useComposerState(workspace: string, chat: Chat) {
  const may = useMay()
  const now = useNow()
  const number = useQuery(numbersQuery(workspace)).data?.find(({ id }) => id === chat.number)
  const { data: capabilities } = useQuery({
    queryKey: ['capabilities', workspace, chat.number],
    queryFn: () => api.capabilities.get({ id: chat.number }),
    staleTime: 10 * 60_000,
  })
  if (number === undefined) return undefined
  return composerState({ chat, number, capabilities, now, maySend: may('messages.send'), mayNote: may('notes.create') })
}

function Waiting({ chat }: { chat: Chat }) {
  const may = useMay()
  const resume = () => void api.queues.update({ id: chat.number, state: 'active' }).catch(sayProblem)
  return (
    <Alert color="yellow" p="xs" mb="xs" icon={<Icon name="pause" size={16} />}>
      {say('composer.willWait')}{' '}
      {may('queues.update') && (
        <Button variant="default" size="compact-xs" onClick={resume}>
          {say('why.resume')}
        </Button>
      )}
    </Alert>
  )
}

type TopProps = {
  state: ComposerState
  tab: 'reply' | 'note'
  onTab: (tab: 'reply' | 'note') => void
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
}

function ComposerTop({ state, tab, onTab, isChoosing, onChoosing }: TopProps) {
  const isNote = tab === 'note' || state.mode === 'note'
  return (
    <div className={styles.composerTop}>
      {state.mode !== 'note' && (
        <SegmentedControl
          size="xs"
          value={tab}
          onChange={(value) => onTab(value as 'reply' | 'note')}
          data={[
            { value: 'reply', label: say('composer.reply') },
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
          {say(isChoosing ? 'composer.writeText' : 'composer.template')}
        </Button>
      )}
    </div>
  )
}
