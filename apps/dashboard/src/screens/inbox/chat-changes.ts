import type { Chat, ChatsUpdateManyInput, Label, Member } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, labelsQuery, teamQuery } from '../../api/api.ts'
import { useKeys } from '../../keys/bindings.ts'
import { offerActions } from '../../keys/palette-state.ts'
import type { IconName } from '../../parts/icon.tsx'
import { serverNow } from '../../parts/moment.tsx'
import { sayDone, sayProblem } from '../../parts/problem.tsx'
import { useMay, useMe } from '../../session/session.ts'
import { type Key, say } from '../../words/words.ts'
import { useShowChats } from './data.ts'

export type ChatChange = Omit<ChatsUpdateManyInput, 'ids'>

type ChatCommand = { id: string; name: string; icon: IconName; hint?: string; keys?: string; change: ChatChange }

/** Maximum number of chats in one request. */
const chatsMax = 200

/** Returns a function that changes these chats, and shows the change once it is stored. If one of several requests fails, earlier ones stay. */
export function useChangeChats(workspaceId: string, chats: readonly Chat[]): (change: ChatChange) => void {
  const show = useShowChats(workspaceId)
  const { mutate } = useMutation({
    mutationFn: async (change: ChatChange) => {
      const ids = chats.map(({ id }) => id)
      for (let at = 0; at < ids.length; at += chatsMax) {
        show(await api.chats.updateMany({ ids: ids.slice(at, at + chatsMax), ...change }))
      }
      return ids.length
    },
    onSuccess: (count) => {
      if (count > 1) sayDone(say('inbox.changed', { count }))
    },
    onError: sayProblem,
  })
  return mutate
}

/** Whether no one has to answer a chat anymore. */
const isDone = ({ status }: Chat) => status === 'resolved' || status === 'archived'

/** Returns the command that resolves chats, or reopens them if all are resolved or archived. */
export const resolveCommand = (chats: readonly Chat[]): ChatCommand =>
  chats.every(isDone)
    ? { id: 'status', name: say('chat.reopen'), icon: 'retry', keys: 'e', change: { status: 'open' } }
    : { id: 'status', name: say('chat.resolve'), icon: 'check', keys: 'e', change: { status: 'resolved' } }

/** Returns the less common commands for chats. If all chats are pinned, for example, the command unpins them; otherwise, it pins them. */
export function menuCommands(chats: readonly Chat[]): ChatCommand[] {
  const isRead = chats.every(({ unread }) => !unread)
  const isPinned = chats.every(({ pinned }) => pinned)
  const isMuted = chats.every(({ muted }) => muted)
  return [
    {
      id: 'unread',
      name: say(isRead ? 'chat.markUnread' : 'chat.markRead'),
      icon: 'bolt',
      keys: 'u',
      change: { unread: isRead },
    },
    { id: 'pinned', name: say(isPinned ? 'chat.unpin' : 'chat.pin'), icon: 'pin', change: { pinned: !isPinned } },
    { id: 'muted', name: say(isMuted ? 'chat.unmute' : 'chat.mute'), icon: 'mute', change: { muted: !isMuted } },
    { id: 'pending', name: say('chat.pending'), icon: 'clock', change: { status: 'pending' } },
    { id: 'archived', name: say('chat.archive'), icon: 'file', change: { status: 'archived' } },
  ]
}

/**
 * Returns the commands that snooze chats and, if all are snoozed, one that unsnoozes them. Without a time, a chat is snoozed until the
 * customer writes.
 */
export function snoozeCommands(chats: readonly Chat[]): ChatCommand[] {
  const now = new Date(serverNow())
  const isSnoozed = chats.every(({ snooze }) => snooze !== null)
  const nineOClockIn = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9).toISOString()
  const snooze = (id: string, name: string, until: string | null): ChatCommand => ({
    id: `snooze-${id}`,
    name,
    hint: say('chat.snooze'),
    icon: 'snooze',
    change: { snooze: { until } },
  })
  return [
    ...(isSnoozed
      ? [{ id: 'wake', name: say('chat.wake'), icon: 'snooze', keys: 'z', change: { snooze: null } } as const]
      : []),
    { ...snooze('tomorrow', say('chat.snoozeTomorrow'), nineOClockIn(1)), ...(isSnoozed ? {} : { keys: 'z' }) },
    // Sunday is day 0. On a Monday, this is the next Monday.
    snooze('monday', say('chat.snoozeMonday'), nineOClockIn((8 - now.getDay()) % 7 || 7)),
    snooze('written', say('chat.snoozeWritten'), null),
  ]
}

/** Returns the members who can get these chats: someone who is disabled or limited to other numbers would never see them. */
export const candidatesFor = <M extends Pick<Member, 'status' | 'numbers'>>(
  chats: readonly Chat[],
  team: readonly M[],
) =>
  team.filter(
    ({ status, numbers }) =>
      status !== 'disabled' && (!numbers || chats.every(({ number }) => numbers.includes(number))),
  )

/** Returns the commands that assign chats to a member or to no one. The key `a` assigns them to oneself, or to no one if they already are. */
function assignCommands(
  chats: readonly Chat[],
  team: readonly Pick<Member, 'id' | 'name' | 'status' | 'numbers'>[],
  me: string | undefined,
): ChatCommand[] {
  const isMine = me !== undefined && chats.every(({ assignee }) => assignee?.id === me)
  const none: ChatCommand = { id: 'unassign', name: say('chat.unassign'), icon: 'close', change: { assignee: null } }
  return [
    ...candidatesFor(chats, team).map(
      ({ id, name }): ChatCommand => ({
        id: `assign-${id}`,
        name: say(id === me ? 'chat.assignMe' : 'chat.assignMember', { name }),
        icon: 'person',
        ...(id === me && !isMine ? { keys: 'a' } : {}),
        change: { assignee: { member: id } },
      }),
    ),
    ...(chats.some(({ assignee }) => assignee) ? [{ ...none, ...(isMine ? { keys: 'a' } : {}) }] : []),
  ]
}

/** Returns the commands that add each label, or remove it if all chats have it. */
const labelCommands = (chats: readonly Chat[], labels: readonly Pick<Label, 'id' | 'name'>[]): ChatCommand[] =>
  labels.map(({ id, name }) => {
    const isOnAll = chats.every((chat) => chat.labels.some((label) => label.id === id))
    return {
      id: `label-${id}`,
      name: say(isOnAll ? 'chat.labelRemove' : 'chat.labelAdd', { name }),
      icon: 'tag',
      change: { labels: isOnAll ? { remove: [id] } : { add: [id] } },
    }
  })

type Options = { workspace: string; chats: readonly Chat[]; change: (change: ChatChange) => void; title: Key }

/** Adds all commands for these chats to the palette, and binds their keys. There are none if the caller can't change chats. */
export function useChatCommands({ workspace, chats, change, title }: Options): void {
  const { member } = useMe()
  const isAllowed = useMay()('chats.updateMany') && chats.length > 0
  const { data: team = [] } = useQuery({ ...teamQuery(workspace), enabled: isAllowed })
  const { data: labels = [] } = useQuery({ ...labelsQuery(workspace), enabled: isAllowed })
  const list = () => [
    resolveCommand(chats),
    ...assignCommands(chats, team, member?.id),
    ...snoozeCommands(chats),
    ...labelCommands(chats, labels),
    ...menuCommands(chats),
  ]
  const commands = isAllowed ? list() : []
  // Lists them again: in a page that was left open overnight, tomorrow is another day.
  const run = (id: string) => {
    const command = list().find((each) => each.id === id)
    if (command) change(command.change)
  }
  useKeys(Object.fromEntries(commands.flatMap(({ id, keys }) => (keys ? [[keys, () => run(id)]] : []))))
  const offered = commands.map(({ id, name }) => id + name).join()
  useEffect(() => {
    if (commands.length === 0) return
    return offerActions(
      title,
      commands.map(({ change: _change, ...rest }) => ({ ...rest, run: () => run(rest.id) })),
    )
    // The names of the commands and the chats determine what the commands do.
  }, [offered, title, chats.map(({ id }) => id).join()])
}
