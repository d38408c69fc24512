import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { openDialect, wid } from './dialect-client.ts'

/** The dialect changes chats, contacts, labels and files in all the forms that programs send. */
export function dialectChats(system: () => RunningSystem): void {
  const { call, ok, device, write } = openDialect(system)

  describe('chats of the established v1 dialect', () => {
    test('changes labels and metadata by the actions of a message', async () => {
      const d = await device()
      const phone = newCustomer()
      const send = (...actions: object[]) => ok('POST /messages', { phone, message: 'Hello', actions })
      await send({ action: 'labels:add', params: { labels: ['One', 'Two'] } })
      await send(
        { action: 'labels:remove', params: { labels: ['One'] } },
        { action: 'metadata:add', params: { metadata: [{ key: 'bot:step.1', value: '1' }] } },
      )
      const shown = async () => {
        const { labels } = await ok(`GET /chat/${d}/chats/${wid(phone)}`)
        const { metadata } = await ok(`GET /chat/${d}/contacts/${wid(phone)}`)
        return { labels, metadata }
      }
      expect(await shown()).toEqual({ labels: ['Two'], metadata: [{ key: 'bot:step.1', value: '1' }] })
      await send(
        { action: 'labels:set', params: { labels: ['Three'] } },
        { action: 'metadata:remove', params: { keys: ['bot:step.1'] } },
        { action: 'metadata:add', params: { metadata: [{ key: 'plan', value: 'gold' }] } },
      )
      expect(await shown()).toEqual({ labels: ['Three'], metadata: [{ key: 'plan', value: 'gold' }] })
      expect((await call('POST /messages', { json: { phone, message: 'x', actions: [{ action: 'x' }] } })).status).toBe(
        400,
      )
    })

    test('changes chats: labels from an array, metadata from an array, unread without a body, owner, notes, archive', async () => {
      const d = await device()
      const phone = newCustomer()
      await write(phone, { text: 'Where is it?' })
      await until(async () => (await call(`GET /chat/${d}/chats/${wid(phone)}`)).status === 200)
      const chat = `/chat/${d}/chats/${wid(phone)}`
      expect(await ok(`PATCH ${chat}/labels`, ['New', 'Urgent'])).toMatchObject({ labels: ['New', 'Urgent'] })
      expect(await ok(`PATCH ${chat}/labels?remove=true`, ['New'])).toMatchObject({ labels: ['Urgent'] })
      const metadata = [{ key: 'step', value: '2' }]
      const contact = `/chat/${d}/contacts/${wid(phone)}`
      await until(async () => (await call(`GET ${contact}`)).status === 200)
      expect(await ok(`PATCH ${contact}/metadata`, metadata)).toMatchObject({ metadata })
      expect(await ok(`PATCH ${chat}/unread`)).toMatchObject({ id: wid(phone), meta: { isUnread: true } })
      expect(await ok(`PATCH ${chat}/status`, { status: 'resolved' })).toMatchObject({ status: 'resolved' })
      expect(await ok(`PATCH ${chat}/status`, { status: 'resolved' })).toMatchObject({ status: 'resolved' })
      const note = await ok(`POST ${chat}/notes`, { message: 'Asked twice.' })
      expect(await ok(`DELETE ${chat}/notes`, { ids: [note['id']] })).toEqual({ ids: [note['id']] })
      expect(await ok(`PUT ${chat}/archive`)).toMatchObject({ status: 'archived', waStatus: 'archived' })
      expect((await ok(`GET /chat/${d}/chats?status=archived&size=200`)).map(({ id }) => id)).toContain(wid(phone))
      const bulk = { action: 'unarchive', chats: [wid(phone)] }
      expect(await ok(`PATCH /chat/${d}/chats`, bulk)).toMatchObject([{ status: 'active' }])
      expect(await ok(`GET /chat/${d}/messages/?chat=${wid(phone)}&flow=inbound`)).toMatchObject([
        { body: 'Where is it?' },
      ])
      expect(await ok(`POST /chat/${d}/typing`, { chat: phone, action: 'typing', duration: 5 })).toMatchObject({
        action: 'typing',
      })
    })

    test('gives the bytes of a file to a bare address with the key in the query, and keeps the same bytes again under the name they have then', async () => {
      const { key } = system().account
      const d = await device()
      const bytes = new TextEncoder().encode(`A note of ${newCustomer()}`)
      const post = (name: string) => {
        const form = new FormData()
        form.append('file', new Blob([bytes], { type: 'text/plain' }), name)
        return fetch(`${system().url}/compat/v1/files`, { method: 'POST', body: form, headers: { Token: key } })
      }
      const stored = (await (await post('note.txt')).json()) as { id: string }[]
      const id = String(stored[0]?.id)
      const again = await post('again.txt')
      expect([again.status, await again.json()]).toMatchObject([201, [{ filename: 'again.txt' }]])
      const file = await fetch(`${system().url}/compat/v1/chat/${d}/files/${id}/download?token=${key}`)
      expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, bytes])
      const sent = await ok('POST /messages', { phone: newCustomer(), media: { file: { id }, message: 'Read it' } })
      expect(sent).toMatchObject({ media: { file: id, message: 'Read it' } })
      expect(await ok('DELETE /files', { ids: [id] })).toEqual({ ids: [id] })
    })

    test('checks phones, and finds what it made among labels and contacts', async () => {
      const d = await device()
      expect(await ok('POST /numbers/exists', { phone: newCustomer() })).toMatchObject({ exists: true })
      expect((await call('POST /numbers/exists', { json: { phone: '12' } })).body).toMatchObject({
        status: 400,
        errorCode: 'phone:invalid',
      })
      const label = { name: `Label ${newCustomer()}`, color: 'ruby' }
      expect(await ok(`POST /devices/${d}/labels`, label)).toMatchObject({ ...label, scope: 'chat', active: true })
      expect((await call(`POST /devices/${d}/labels`, { json: label })).status).toBe(409)
      expect(await ok(`PATCH /chat/${d}/labels`, { name: label.name, color: 'pool' })).toMatchObject({ color: 'pool' })
      expect(await ok(`DELETE /devices/${d}/labels`, { name: label.name })).toMatchObject({ name: label.name })
      const phone = newCustomer()
      const made = await ok(`POST /chat/${d}/contacts`, {
        phone: wid(phone),
        name: 'Grace',
        surname: 'Hopper',
        city: 'Arlington',
      })
      expect(made).toMatchObject({ name: 'Grace Hopper', info: { surname: 'Hopper', city: 'Arlington' } })
      await ok(`DELETE /chat/${d}/contacts/${wid(phone)}`)
      expect((await call(`GET /chat/${d}/contacts/${wid(phone)}`)).status).toBe(404)
      const reply = await ok(`POST /devices/${d}/quickReplies`, { name: `Way ${phone}`, message: 'On its way.' })
      expect(await ok(`PATCH /devices/${d}/quickReplies`, { id: reply['id'], message: 'Sent.' })).toMatchObject({
        id: reply['id'],
        message: 'Sent.',
      })
      expect((await ok(`GET /devices/${d}/quickReplies`)).map(({ id }) => id)).toContain(reply['id'])
      await ok(`DELETE /devices/${d}/quickReplies`, { id: reply['id'] })
      await ok(`POST /devices/${d}/block`, { contacts: [wid(phone)] })
      expect(await ok(`GET /chat/${d}/contacts/${wid(phone)}`)).toMatchObject({ status: 'blocked' })
      await ok(`DELETE /devices/${d}/block`, { contacts: [wid(phone)] })
    })

    test('takes a top-level array where contacts are changed and chats are deleted', async () => {
      const d = await device()
      const phones = [newCustomer(), newCustomer()]
      const [one = ''] = phones
      const rows = phones.map((phone) => ({ phone, name: 'Ada' }))
      expect(await ok(`PATCH /chat/${d}/contacts`, rows)).toMatchObject(rows)
      await write(one, { text: 'Hello?' })
      await until(async () => (await call(`GET /chat/${d}/chats/${wid(one)}`)).status === 200)
      expect((await ok(`DELETE /devices/${d}/chats`, phones)).map(({ status }) => status)).toEqual([
        'removed',
        'notfound',
      ])
      expect((await call(`GET /chat/${d}/chats/${wid(one)}`)).status).toBe(404)
      expect((await call(`DELETE /devices/${d}/chats`, { json: [] })).status).toBe(400)
    })
  })
}
