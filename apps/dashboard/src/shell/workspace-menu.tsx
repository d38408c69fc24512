import { Menu, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { useMe } from '../session/me.ts'
import styles from './shell.module.css'

/** The workspace's name. A person who belongs to several can switch to another one. */
export function WorkspaceMenu() {
  const { workspace, workspaces = [] } = useMe()
  const navigate = useNavigate()
  const others = workspaces.filter(({ id }) => id !== workspace.id)
  return (
    <Menu position="bottom-start" width={200} disabled={others.length === 0}>
      <Menu.Target>
        <UnstyledButton className={styles.brand} aria-label={workspace.name} title={workspace.name}>
          <img src="/app/icon.svg" alt="" width={22} height={22} />
          <span>{workspace.name}</span>
          {others.length > 0 && <Icon name="down" size={14} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => void navigate({ to: '/$ws/inbox/$view', params: { ws: id, view: 'all' } })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
