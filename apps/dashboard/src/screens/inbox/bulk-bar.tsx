import { Checkbox } from '@mantine/core'
import type { Chat } from '../../api/kinds.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { say } from '../../words/say.ts'
import { useChangeChats, useChatCommands } from './chat-changes.ts'
import { AssigneeMenu, ChatMenu, LabelMenu, ResolveButton, SnoozeMenu } from './chat-menus.tsx'
import styles from './inbox.module.css'

type Props = { workspace: string; chats: readonly Chat[]; isAll: boolean; onAll: () => void; onClear: () => void }

/** Actions on the selected chats, shown in place of the search. */
export function BulkBar({ workspace, chats, isAll, onAll, onClear }: Props) {
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
