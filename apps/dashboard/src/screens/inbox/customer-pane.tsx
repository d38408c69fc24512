import { Button, Menu, TextInput } from '@mantine/core'
import type { Message, NumbersSimulateInput } from '@posthorn/sdk'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, chatQuery } from '../../api/api.ts'
import { Icon, IconButton } from '../../parts/icon.tsx'
import { MessageStatus, previewOf } from '../../parts/message.tsx'
import { sayDone, sayProblem } from '../../parts/problem.tsx'
import { clockTime, say } from '../../words/words.ts'
import styles from './customer.module.css'
import { messagesQuery, titleOf } from './data.ts'
import { SidePane } from './side-pane.tsx'

type Props = { workspace: string; chatId: string; onClose: () => void }

/** Number of messages on the phone: about as many as fit. */
const shownMax = 14

/** The customer's phone, on a simulator number: write, tap a button, advance the time. */
export function CustomerPane({ workspace, chatId: id, onClose }: Props) {
  const chat = useQuery(chatQuery(workspace, id)).data
  const messages = useInfiniteQuery(messagesQuery(workspace, id)).data?.pages[0]?.items ?? []
  const play = useMutation({
    mutationFn: (input: Omit<NumbersSimulateInput, 'id'>) => api.numbers.simulate({ id: chat?.number ?? '', ...input }),
    onError: sayProblem,
  })
  const from = chat?.phone ?? ''
  const name = chat?.name ?? undefined
  const write = (text: string) => play.mutate({ message: { from, text, ...(name ? { name } : {}) } })
  return (
    <SidePane title={say('customer.title')} onClose={onClose}>
      <p className={styles.help}>{say('customer.help')}</p>
      <div className={styles.phone}>
        <div className={styles.phoneHead}>
          <b>{chat && titleOf(chat)}</b>
          <span>{from}</span>
        </div>
        <div className={styles.phoneScreen}>
          {messages.slice(0, shownMax).map((message) => (
            <PhoneBubble
              key={message.id}
              message={message}
              onTap={(text, index) => play.mutate(tapOf(message, { from, text, index }))}
            />
          ))}
        </div>
        <PhoneField onWrite={write} isBusy={play.isPending} />
      </div>
      <PlayMenu from={from} onPlay={(input) => play.mutate(input)} />
    </SidePane>
  )
}

type Tap = { from: string; text: string; index: number }

/** Returns the simulated tap on a button, in the provider's format. */
function tapOf(message: Message, { from, text, index }: Tap): Omit<NumbersSimulateInput, 'id'> {
  const button = message.buttons?.[index] as { id?: string } | undefined
  const reply = { type: 'button_reply', button_reply: { id: button?.id ?? String(index), title: text } }
  const quoted = message.providerId === null ? {} : { replyTo: message.providerId }
  return { message: { from, type: 'interactive', content: reply, ...quoted } }
}

/** A message as the simulated phone shows it. A message that waits or failed isn't on the phone. */
function PhoneBubble({ message, onTap }: { message: Message; onTap: (text: string, index: number) => void }) {
  const isTheirs = message.direction === 'in'
  const isThere = isTheirs || /^(sent|delivered|read|played)$/.test(message.status)
  if (!isThere) return null
  return (
    <div className={styles.phoneBubble} data-own={isTheirs ? '' : undefined}>
      <span>{previewOf(message)}</span>
      <span className={styles.phoneMeta}>
        {clockTime(message.createdAt)}{' '}
        {isTheirs && <MessageStatus status={message.status === 'read' ? 'read' : 'delivered'} size={12} />}
      </span>
      {!isTheirs &&
        message.buttons?.map((button, i) => {
          const { text } = button as { text?: string }
          return (
            <Button
              key={text}
              variant="default"
              size="compact-xs"
              fullWidth
              mt={4}
              onClick={() => onTap(text ?? '', i)}
            >
              {text}
            </Button>
          )
        })}
    </div>
  )
}

/** The field in which the person writes as the customer. */
function PhoneField({ onWrite, isBusy }: { onWrite: (text: string) => void; isBusy: boolean }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onWrite(text.trim())
    setText('')
  }
  return (
    <form className={styles.phoneField} onSubmit={submit}>
      <TextInput
        size="sm"
        radius="xl"
        placeholder={say('customer.write')}
        aria-label={say('customer.write')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <IconButton
        icon="send"
        iconSize={16}
        label={say('customer.send')}
        variant="filled"
        type="submit"
        size="lg"
        radius="xl"
        loading={isBusy}
      />
    </form>
  )
}

const samples = ['image', 'audio', 'document'] as const
/** Seconds until the window of a message from now has closed. */
const dayAndHour = 25 * 3_600

/** `from`: the customer's phone number. */
type PlayProps = { from: string; onPlay: (input: Omit<NumbersSimulateInput, 'id'>) => void }

/** Simulates files from the customer, an outage of the provider, or a time after the window has closed. */
function PlayMenu({ from, onPlay }: PlayProps) {
  const outage = () => {
    onPlay({ outage: { kind: 'error', seconds: 30 } })
    sayDone(say('customer.outageBegan'))
  }
  return (
    <Menu width={250} position="top-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" fullWidth mt="xs" leftSection={<Icon name="play" size={14} />}>
          {say('customer.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {samples.map((type) => (
          <Menu.Item
            key={type}
            leftSection={<Icon name={type === 'image' ? 'image' : 'file'} size={16} />}
            onClick={() => onPlay({ message: { from, type } })}
          >
            {say('customer.sample', { kind: say(`kind.${type}`) })}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="clock" size={16} />}
          onClick={() => onPlay({ advance: { seconds: dayAndHour } })}
        >
          {say('customer.later')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="warning" size={16} />} onClick={outage}>
          {say('customer.outage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
