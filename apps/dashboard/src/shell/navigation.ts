import type { IconName } from '../parts/icon.tsx'
import { installation } from '../session/session.ts'
import type { Key } from '../words/words.ts'

/**
 * A page: its icon, name, key, and the operation that it requires. `manages`: only people who may use this operation see the page in their
 * menu; everyone else can open it with `Ctrl K`.
 */
type NavItem = { to: string; icon: IconName; name: Key; needs: string; key: string; manages?: string }

/** Menu groups, by audience. */
export const groups: { name: Key; places: NavItem[] }[] = [
  {
    name: 'nav.answer',
    places: [
      { to: 'inbox/all', icon: 'inbox', name: 'nav.inbox', needs: 'chats.list', key: 'i' },
      { to: 'notifications', icon: 'bell', name: 'nav.alerts', needs: 'notifications.list', key: 'a' },
      { to: 'contacts', icon: 'person', name: 'nav.contacts', needs: 'contacts.list', key: 'c' },
      { to: 'replies', icon: 'reply', name: 'nav.replies', needs: 'replies.list', key: 'r' },
    ],
  },
  {
    name: 'nav.reach',
    places: [
      {
        to: 'broadcasts',
        icon: 'broadcast',
        name: 'nav.broadcasts',
        needs: 'channels.list',
        key: 'b',
        manages: 'channels.create',
      },
      {
        to: 'segments',
        icon: 'lines',
        name: 'nav.segments',
        needs: 'segments.list',
        key: 's',
        manages: 'segments.create',
      },
      { to: 'groups', icon: 'groups', name: 'nav.groups', needs: 'groups.list', key: 'o', manages: 'groups.create' },
      {
        to: 'templates',
        icon: 'template',
        name: 'nav.templates',
        needs: 'templates.list',
        key: 't',
        manages: 'templates.create',
      },
    ],
  },
  {
    name: 'nav.run',
    places: [
      { to: 'numbers', icon: 'phone', name: 'nav.numbers', needs: 'numbers.list', key: 'n', manages: 'numbers.update' },
      { to: 'reports', icon: 'report', name: 'nav.reports', needs: 'statistics.usage', key: 'p' },
    ],
  },
  {
    name: 'nav.build',
    places: [
      {
        to: 'developer/webhooks',
        icon: 'webhook',
        name: 'nav.webhooks',
        needs: 'webhooks.list',
        key: 'w',
        manages: 'webhooks.create',
      },
      { to: 'developer/keys', icon: 'key', name: 'nav.keys', needs: 'keys.list', key: 'k' },
      {
        to: 'developer/events',
        icon: 'bolt',
        name: 'nav.events',
        needs: 'events.list',
        key: 'v',
        manages: 'webhooks.create',
      },
    ],
  },
  {
    name: 'nav.settings',
    places: [
      { to: 'settings/workspace', icon: 'settings', name: 'nav.workspace', needs: 'workspace.update', key: 'x' },
      {
        to: 'settings/team',
        icon: 'people',
        name: 'nav.team',
        needs: 'team.list',
        key: 'e',
        manages: 'invitations.create',
      },
      { to: 'settings/labels', icon: 'tag', name: 'nav.labels', needs: 'labels.create', key: 'd' },
      { to: 'settings/automations', icon: 'flow', name: 'nav.automations', needs: 'automations.create', key: 'f' },
      { to: 'settings/audit', icon: 'shield', name: 'nav.audit', needs: 'audit.list', key: 'l' },
      { to: 'operator', icon: 'lock', name: 'nav.operator', needs: installation, key: 'y' },
      { to: 'me', icon: 'person', name: 'shell.account', needs: 'me.get', key: 'm', manages: 'workspace.update' },
    ],
  },
]
