import { Button, type ButtonProps, type ElementProps, Group, Menu, TextInput } from '@mantine/core'
import type { Chat } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { api, labelsQuery, teamQuery } from '../../api/api.ts'
import { Icon, IconButton } from '../../parts/icon.tsx'
import { serverNow } from '../../parts/moment.tsx'
import { useAction } from '../../parts/page.tsx'
import { Person } from '../../parts/person.tsx'
import { useMay } from '../../session/session.ts'
import { labelColors } from '../../theme/theme.ts'
import { fullMoment, say } from '../../words/words.ts'
import { type ChatChange, candidatesFor, menuCommands, resolveCommand, snoozeCommands } from './chat-changes.ts'
import styles from './inbox.module.css'

type Props = { chats: readonly Chat[]; change: (change: ChatChange) => void }

type MenuButtonProps = { name: string; icon: ReactNode } & ButtonProps & ElementProps<'button', keyof ButtonProps>

/** The button of a menu, in the header of a chat and above selected chats. The styles there decide whether its name shows. */
function MenuButton({ name, icon, ...rest }: MenuButtonProps) {
  return (
    <Button
      {...rest}
      size="compact-sm"
      variant="subtle"
      color="gray"
      c="inherit"
      aria-label={name}
      title={name}
      leftSection={icon}
    >
      <span>{name}</span>
    </Button>
  )
}

/** Assigns chats to a member or to no one. Shows the assignee if all chats have the same one. */
export function AssigneeMenu({ workspace, chats, change }: { workspace: string } & Props) {
  const { data: team } = useQuery(teamQuery(workspace))
  const [first] = chats
  const assignee = chats.every((chat) => chat.assignee?.id === first?.assignee?.id) ? first?.assignee : undefined
  const isAssigned = chats.some((chat) => chat.assignee)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <MenuButton
          name={assignee?.name ?? say('chat.assign')}
          icon={assignee ? <Person name={assignee.name} size={20} /> : <Icon name="person" size={16} />}
        />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{say('chat.assignTo')}</Menu.Label>
        {candidatesFor(chats, team ?? []).map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<Person name={name} size={20} />}
            rightSection={id === assignee?.id ? <Icon name="check" size={15} /> : null}
            onClick={() => change({ assignee: { member: id } })}
          >
            {name}
          </Menu.Item>
        ))}
        {team?.length === 0 && <Menu.Item disabled>{say('chat.noTeam')}</Menu.Item>}
        {isAssigned && (
          <Menu.Item leftSection={<Icon name="close" size={16} />} onClick={() => change({ assignee: null })}>
            {say('chat.unassign')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Menu item that creates a label with this name and adds it. The number of labels selects its color, so that colors take turns. */
function NewLabelItem({ name, labelCount, onMade }: NewLabelProps) {
  const make = useAction({
    // Adds it here, because the menu may be closed by the time the response arrives, which would drop a callback of the call.
    run: async () => {
      const color = labelColors[labelCount % labelColors.length] ?? labelColors[0]
      onMade((await api.labels.create({ name, color })).id)
    },
    changes: ['labels'],
  })
  return (
    <Menu.Item leftSection={<Icon name="plus" size={15} />} disabled={make.isPending} onClick={() => make.mutate()}>
      {say('label.make', { name })}
    </Menu.Item>
  )
}

type NewLabelProps = { name: string; labelCount: number; onMade: (id: string) => void }

/** Like `keyOfName` of the contracts, which compares names of labels for the API. Importing that would load all contracts. */
const foldedOf = (name: string) => name.trim().normalize('NFKC').toLowerCase()

/** Adds labels to chats, or removes labels that all of them have. If no label has the entered name, offers to create one. */
export function LabelMenu({ workspace, chats, change }: { workspace: string } & Props) {
  const { data: labels = [], isSuccess } = useQuery(labelsQuery(workspace))
  const mayMake = useMay()('labels.create')
  const [text, setText] = useState('')
  if (labels.length === 0 && !mayMake) return null
  const words = foldedOf(text)
  const shown = labels.filter(({ name }) => foldedOf(name).includes(words))
  const isNew = isSuccess && words !== '' && !labels.some(({ name }) => foldedOf(name) === words)
  const add = (id: string) => {
    setText('')
    change({ labels: { add: [id] } })
  }
  const isOnAll = (id: string) => chats.every((chat) => chat.labels.some((label) => label.id === id))
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <MenuButton name={say('chat.label')} icon={<Icon name="tag" size={16} />} />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <TextInput
          size="xs"
          m={4}
          aria-label={say('label.find')}
          placeholder={say('label.find')}
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {shown.map(({ id, name, color }) => (
          <Menu.Item
            key={id}
            leftSection={<span className={styles.swatch} style={{ background: color }} />}
            rightSection={isOnAll(id) ? <Icon name="check" size={15} /> : null}
            onClick={() => change({ labels: isOnAll(id) ? { remove: [id] } : { add: [id] } })}
          >
            {name}
          </Menu.Item>
        ))}
        {mayMake && isNew && <NewLabelItem {...{ name: text.trim(), labelCount: labels.length, onMade: add }} />}
        {mayMake && (
          <Menu.Item
            component={Link}
            to={`/${workspace}/settings/labels` as '/'}
            leftSection={<Icon name="settings" size={15} />}
          >
            {say('label.manage')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Snoozes chats until a time, or until the customer writes, and unsnoozes them. */
export function SnoozeMenu({ chats, change }: Props) {
  const [first] = chats
  const snooze = chats.length === 1 ? first?.snooze : null
  const [isOpen, setOpen] = useState(false)
  const snoozeUntil = (until: string) => {
    setOpen(false)
    change({ snooze: { until } })
  }
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <IconButton icon="snooze" label={say('chat.snooze')} variant={snooze ? 'light' : 'subtle'} size="lg" />
      </Menu.Target>
      <Menu.Dropdown>
        {snooze && (
          <Menu.Label>{snooze.until === null ? say('chat.snoozeWritten') : fullMoment(snooze.until)}</Menu.Label>
        )}
        {snoozeCommands(chats).map(({ id, name, change: of }) => (
          <Menu.Item key={id} onClick={() => change(of)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <SnoozeTime onChoose={snoozeUntil} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Field for the time until which chats are snoozed. Accepts only a time in the future. */
function SnoozeTime({ onChoose }: { onChoose: (until: string) => void }) {
  const [time, setTime] = useState('')
  const isLater = Date.parse(time) > serverNow()
  const choose = () => onChoose(new Date(time).toISOString())
  const onKeyDown = (event: KeyboardEvent) => {
    // Otherwise the menu would use the arrow keys to move the focus. Here, they change the time.
    event.stopPropagation()
    if (event.key === 'Enter' && isLater) choose()
  }
  return (
    <Group gap="xs" p="xs" wrap="nowrap">
      <TextInput
        type="datetime-local"
        size="xs"
        aria-label={say('chat.snoozeUntil')}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="compact-sm" disabled={!isLater} onClick={choose}>
        {say('chat.snooze')}
      </Button>
    </Group>
  )
}

/** Button that resolves chats, or reopens them if all are resolved or archived. */
export function ResolveButton({ chats, change }: Props) {
  const { name, icon, change: of } = resolveCommand(chats)
  return (
    <Button
      size="compact-sm"
      variant={of.status === 'open' ? 'default' : 'filled'}
      leftSection={<Icon name={icon} size={15} />}
      onClick={() => change(of)}
      title={name}
      aria-label={name}
    >
      <span>{name}</span>
    </Button>
  )
}

/** The less common commands for chats, and the chat's history if the caller may read it. */
export function ChatMenu({ chats, change, openHistory }: Props & { openHistory?: (() => void) | undefined }) {
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
