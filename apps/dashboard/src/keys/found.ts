import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import type { Action } from './palette-state.ts'

const pauseMs = 250
const size = 5
const shortest = 2

/** Returns actions that open what a text finds: chats by names, phones and messages, and contacts by names, phones and addresses. */
export function useFound(text: string): Action[] {
  const workspace = useWorkspaceId()
  const may = useMay()
  const navigate = useNavigate()
  const [search] = useDebouncedValue(text.trim(), pauseMs)
  const isLongEnough = search.length >= shortest
  const chats = useQuery({
    queryKey: ['chats-found', workspace, search],
    queryFn: async ({ signal }) => (await api.chats.list({ search, size }, { signal }).page()).items,
    enabled: isLongEnough && may('chats.list'),
  }).data
  const contacts = useQuery({
    queryKey: ['contacts', workspace, 'found', search],
    queryFn: async ({ signal }) => (await api.contacts.list({ search, size }, { signal }).page()).items,
    enabled: isLongEnough && may('contacts.list'),
  }).data
  const open = (to: string) => () => void navigate({ href: `/${workspace}/${to}` })
  if (!isLongEnough) return []
  return [
    ...(chats ?? []).map(({ id, name, phone }) => ({
      id,
      name: name ?? phone ?? id,
      hint: say('nav.inbox'),
      run: open(`inbox/all/${id}`),
    })),
    ...(contacts ?? []).map(({ id, name, phone }) => ({
      id,
      name: name ?? phone ?? id,
      hint: say('nav.contacts'),
      run: open(`contacts/${id}`),
    })),
  ]
}
