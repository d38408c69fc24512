import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { type Action, offerActions } from '../keys/palette-state.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Person } from '../parts/person.tsx'
import { endSession, useMay, useMe, useWorkspaceId } from '../session/session.ts'
import { chooseDensity, useDensity } from '../theme/theme.ts'
import { chooseLanguage, type Language, languages } from '../words/load.ts'
import { language, say } from '../words/words.ts'
import styles from './shell.module.css'

type AccountAction = Action & { icon: IconName; href?: string }

/** Returns what the account menu offers. The command palette offers it too, because a phone shows no menu. */
function useAccountActions(): AccountAction[] {
  const workspace = useWorkspaceId()
  const may = useMay()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const isCompact = useDensity() === 'compact'
  const navigate = useNavigate()
  const account: AccountAction = {
    id: 'account',
    name: say('shell.account'),
    icon: 'person',
    run: () => void navigate({ href: `/${workspace}/me` }),
  }
  const others = (Object.keys(languages) as Language[]).filter((each) => each !== language())
  const actions: AccountAction[] = [
    ...(may('me.get') ? [account] : []),
    {
      id: 'scheme',
      name: say(isDark ? 'shell.light' : 'shell.dark'),
      icon: isDark ? 'sun' : 'moon',
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'density',
      name: say(isCompact ? 'shell.comfortable' : 'shell.compact'),
      icon: 'menu',
      run: () => chooseDensity(isCompact ? 'comfortable' : 'compact'),
    },
    ...others.map((each): AccountAction => {
      const { name } = languages[each]
      return { id: `language-${each}`, name, icon: 'lines', lang: each, run: () => chooseLanguage(each) }
    }),
    {
      id: 'docs',
      name: say('shell.docs'),
      icon: 'file',
      href: '/docs',
      run: () => void open('/docs', '_blank', 'noopener'),
    },
    { id: 'sign-out', name: say('shell.signOut'), icon: 'out', run: () => void endSession() },
  ]
  useEffect(() => offerActions('palette.actions', actions), [workspace, actions.map(({ name }) => name).join()])
  return actions
}

/** Menu with the person's account, appearance, language and sign-out. */
export function AccountMenu() {
  const { member, key } = useMe()
  const name = member?.name ?? key?.name ?? ''
  const actions = useAccountActions()
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
        {actions.map(({ id, name: text, icon, lang, href, run }) => {
          const shown = { leftSection: <Icon name={icon} size={16} />, children: text }
          if (href !== undefined) return <Menu.Item key={id} component="a" href={href} target="_blank" {...shown} />
          return (
            <Fragment key={id}>
              {id === 'sign-out' && <Menu.Divider />}
              <Menu.Item onClick={run} lang={lang} {...shown} />
            </Fragment>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
