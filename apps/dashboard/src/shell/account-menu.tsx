import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { chatsOfOutbox } from '../outbox/outbox.ts'
import { Icon } from '../parts/icon.tsx'
import { Person } from '../parts/person.tsx'
import { useMay, useMe, useWorkspaceId } from '../session/me.ts'
import { endSession } from '../session/session.ts'
import { chooseDensity, useDensity } from '../theme/density.ts'
import { chooseLanguage, type Language, languages } from '../words/load.ts'
import { language, say } from '../words/say.ts'
import styles from './shell.module.css'

/** Menu with the person's account, appearance, language and sign-out. Signing out loses unsent messages, so it asks first. */
export function AccountMenu() {
  const { member, key } = useMe()
  const workspace = useWorkspaceId()
  const may = useMay()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const density = useDensity()
  const navigate = useNavigate()
  const name = member?.name ?? key?.name ?? ''
  const signOut = async () => {
    if (chatsOfOutbox().length > 0 && !confirm(say('outbox.signOut'))) return
    await endSession()
    await navigate({ to: '/sign-in', search: {} })
  }
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.place} title={name}>
          <Person name={name} size={24} />
          <span>{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{member?.email ?? say('shell.asKey')}</Menu.Label>
        {may('me.get') && (
          <Menu.Item
            leftSection={<Icon name="person" size={16} />}
            onClick={() => void navigate({ href: `/${workspace}/me` })}
          >
            {say('shell.account')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name={scheme === 'dark' ? 'sun' : 'moon'} size={16} />}
          onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          {say(scheme === 'dark' ? 'shell.light' : 'shell.dark')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="menu" size={16} />}
          onClick={() => chooseDensity(density === 'compact' ? 'comfortable' : 'compact')}
        >
          {say(density === 'compact' ? 'shell.comfortable' : 'shell.compact')}
        </Menu.Item>
        {(Object.keys(languages) as Language[])
          .filter((each) => each !== language())
          .map((each) => (
            <Menu.Item
              key={each}
              leftSection={<Icon name="lines" size={16} />}
              onClick={() => chooseLanguage(each)}
              lang={each}
            >
              {languages[each].name}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<Icon name="file" size={16} />} component="a" href="/docs" target="_blank">
          {say('shell.docs')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" size={16} />} onClick={() => void signOut()}>
          {say('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
