import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { chatQuery } from '../api/chats.ts'
import type { Chat } from '../api/kinds.ts'
import { onLiveEvent } from '../live/live.ts'
import { previewOf } from '../parts/preview.ts'
import { useMe, useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import { type AlertCause, causeOf, isWanted } from './alert.ts'
import { followAttention, inOneTab, isLookedAt } from './attention.ts'
import { alertSetting } from './setting.ts'
import { playSound } from './sound.ts'
import { clearTitle, countInTitle } from './title-count.ts'

/** Alerts the person of what concerns them while they look elsewhere: in the title, by a sound, by a notice of the browser. */
export function Alerts() {
  const workspace = useWorkspaceId()
  const member = useMe().member?.id ?? ''
  const client = useQueryClient()
  const navigate = useNavigate()
  const latest = useRef((_cause: AlertCause) => Promise.resolve())
  latest.current = async (cause) => {
    const setting = alertSetting(member)
    if (await isLookedAt()) return
    const chat = await client.fetchQuery({ ...chatQuery(workspace, cause.chat), staleTime: 5_000 })
    if (!isWanted(cause, chat, { member, setting })) return
    if (setting.title) countInTitle()
    if (setting.sound) void inOneTab('sound', playSound)
    const open = () => void navigate({ href: `/${workspace}/inbox/all/${chat.id}` })
    if (setting.desktop) showNotice(chat, cause, open)
  }
  useEffect(() => {
    const stop = new AbortController()
    followAttention(clearTitle, stop.signal)
    const withdraw = onLiveEvent((event) => {
      const cause = causeOf(event, member, Date.now())
      if (cause) void latest.current(cause).catch(() => {})
    })
    return () => {
      withdraw()
      stop.abort()
    }
  }, [member])
  return null
}

/** Shows a notice of the browser. The newest one of a chat replaces the one before, also from another tab. */
function showNotice(chat: Chat, cause: AlertCause, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const name = chat.name ?? chat.phone ?? say('alert.someone')
  const body = cause.message ? previewOf(cause.message) : say(`alert.${cause.reason as 'assigned'}`)
  const notice = new Notification(name, { body, tag: chat.id, icon: '/app/icon.svg' })
  notice.addEventListener('click', () => {
    window.focus()
    open()
    notice.close()
  })
}
