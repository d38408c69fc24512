import { Button, type ButtonProps, type ElementProps, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import type { Chat } from '../../api/kinds.ts'
import { labelsQuery, teamQuery } from '../../api/lists.ts'
import { Icon } from '../../parts/icon.tsx'
import { Person } from '../../parts/person.tsx'
import { useMay } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { useChatChange } from './data.ts'
import styles from './inbox.module.css'

type Props = { workspace: string; chat: Chat }

type HeadButtonProps = { name: string; sign: ReactNode } & ButtonProps & ElementProps<'button', keyof ButtonProps>

/** A button in the head of a chat; where the space is small, its sign stands alone. The menu around it adds what it needs. */
function HeadButton({ name, sign, ...rest }: HeadButtonProps) {
  return (
    <Button
      {...rest}
      size="compact-sm"
      variant="subtle"
      color="gray"
      c="inherit"
      className={styles.headButton}
      aria-label={name}
      title={name}
      leftSection={sign}
    >
      <span>{name}</span>
    </Button>
  )
}

/** Chooses the member who has the chat. */
export function AssigneeMenu({ workspace, chat }: Props) {
  const team = useQuery(teamQuery(workspace)).data ?? []
  const assign = useChatChange(workspace, (member: string | null) =>
    member === null ? api.chats.unassign({ id: chat.id }) : api.chats.assign({ id: chat.id, member }),
  )
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <HeadButton
          name={chat.assignee?.name ?? say('chat.assign')}
          sign={chat.assignee ? <Person name={chat.assignee.name} size={20} /> : <Icon name="person" size={16} />}
        />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{say('chat.assignTo')}</Menu.Label>
        {team.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<Person name={name} size={20} />}
            rightSection={id === chat.assignee?.id ? <Icon name="check" size={15} /> : null}
            onClick={() => assign.mutate(id)}
          >
            {name}
          </Menu.Item>
        ))}
        {team.length === 0 && <Menu.Item disabled>{say('chat.noTeam')}</Menu.Item>}
        {chat.assignee && (
          <Menu.Item leftSection={<Icon name="close" size={16} />} onClick={() => assign.mutate(null)}>
            {say('chat.unassign')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Puts labels on the chat, and takes them off. */
export function LabelMenu({ workspace, chat }: Props) {
  const labels = useQuery(labelsQuery(workspace)).data ?? []
  const chosen = new Set(chat.labels.map(({ id }) => id))
  const change = useChatChange(workspace, async (label: string) => {
    const labelChange = chosen.has(label) ? { remove: [label] } : { add: [label] }
    const [changed] = await api.chats.updateMany({ ids: [chat.id], labels: labelChange })
    return changed ?? chat
  })
  const mayMake = useMay()('labels.create')
  if (labels.length === 0 && !mayMake) return null
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <HeadButton name={say('chat.label')} sign={<Icon name="tag" size={16} />} />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {labels.map(({ id, name, color }) => (
          <Menu.Item
            key={id}
            leftSection={<span className={styles.swatch} style={{ background: color }} />}
            rightSection={chosen.has(id) ? <Icon name="check" size={15} /> : null}
            onClick={() => change.mutate(id)}
          >
            {name}
          </Menu.Item>
        ))}
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
