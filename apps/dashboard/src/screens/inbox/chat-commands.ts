import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Chat } from '../../api/kinds.ts'
import { labelsQuery, teamQuery } from '../../api/lists.ts'
import { useKeys } from '../../keys/bindings.ts'
import { offerActions } from '../../keys/palette-state.ts'
import { useMay, useMe } from '../../session/me.ts'
import type { Key } from '../../words/say.ts'
import {
  assignCommands,
  type ChatChange,
  type ChatCommand,
  labelCommands,
  menuCommands,
  resolveCommand,
  snoozeCommands,
} from './chat-changes.ts'

type Options = {
  workspace: string
  chats: readonly Chat[]
  change: (change: ChatChange) => void
  title: Key
}

/** Adds every change of these chats to the palette, and binds its key. Empty if the caller can't change chats. */
export function useChatCommands({ workspace, chats, change, title }: Options): void {
  const { member } = useMe()
  const isAllowed = useMay()('chats.updateMany') && chats.length > 0
  const { data: team = [] } = useQuery({ ...teamQuery(workspace), enabled: isAllowed })
  const { data: labels = [] } = useQuery({ ...labelsQuery(workspace), enabled: isAllowed })
  const commands: ChatCommand[] = isAllowed
    ? [
        resolveCommand(chats),
        ...assignCommands(chats, team, member?.id),
        ...snoozeCommands(chats),
        ...labelCommands(chats, labels),
        ...menuCommands(chats),
      ]
    : []
  useKeys(Object.fromEntries(commands.flatMap(({ keys, change: of }) => (keys ? [[keys, () => change(of)]] : []))))
  const offered = commands.map(({ id, name }) => id + name).join()
  useEffect(() => {
    if (commands.length === 0) return
    return offerActions(
      title,
      commands.map(({ change: of, ...rest }) => ({ ...rest, run: () => change(of) })),
    )
    // Their names and the chats determine what the commands do.
  }, [offered, title, chats.map(({ id }) => id).join()])
}
