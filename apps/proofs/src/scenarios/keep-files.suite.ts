import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type File = { id: string; filename: string; mime: string; size: number }
type Fault = { errorCode: string; errors: { path: string }[] }
type Profile = { pictureUrl: string }

/** Returns the beginning of a video, padded to the given size. */
function videoOf(megabytes: number): Uint8Array<ArrayBuffer> {
  const video = new Uint8Array(megabytes * 1024 * 1024).fill(7)
  video.set(Buffer.from('\u0000\u0000\u0000\u0018ftypisom', 'latin1'))
  return video
}

/** Files come back unchanged, are never shown by a browser, and are refused if their bytes are of another type. */
export function keepFiles(system: () => RunningSystem): void {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${system().url}${path}`, {
      ...init,
      headers: { Token: system().account.key, ...(init.headers as Record<string, string>) },
    })
  const upload = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    ask('/v1/files', { method: 'POST', body, headers })

  test('files: 6 MB posted as they are come back byte by byte, as an attachment no browser shows, and can be sent', async () => {
    const video = videoOf(6)
    const disposition = `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent('Grüße.mp4')}`
    const made = await upload(video, { 'Content-Type': 'video/mp4', 'Content-Disposition': disposition })
    const file = (await made.json()) as File
    expect({ status: made.status, ...file }).toMatchObject({ status: 201, filename: 'Grüße.mp4', size: video.length })

    const got = await ask(`/v1/files/${file.id}/download`)
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Gr??e.mp4"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.mp4`,
    })
    expect(Buffer.from(await got.arrayBuffer()).equals(Buffer.from(video))).toBe(true)

    const { id } = await system().post('/v1/messages', { phone: '+4915120000077', media: { file: file.id } })
    const status = async () => (await system().ok<{ status: string }>('GET', `/v1/messages/${id}`)).status
    await until(async () => ['sent', 'delivered', 'read'].includes(await status()), { describe: 'the file to be sent' })
  })

  test('files: one that is kept becomes the picture of a number, as does one that comes as a form, and the sample of a template; none of another type does', async () => {
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 7, 7])
    const kept = (await (await upload(jpeg, { 'Content-Type': 'image/jpeg' })).json()) as File
    const pdf = (await (
      await upload(new Uint8Array(Buffer.from('%PDF-1.7')), { 'Content-Type': 'application/pdf' })
    ).json()) as File
    const path = `/v1/numbers/${system().account.number}/profile/picture`
    const shownBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

    const named = await system().ok<Profile>('PUT', path, { body: { file: kept.id } })
    expect(await shownBytes(named.pictureUrl)).toEqual(Buffer.from(jpeg))

    const form = new FormData()
    const png = new Uint8Array(Buffer.from('89504E470D0A1A0A00', 'hex'))
    form.set('file', new Blob([png], { type: 'image/png' }), 'logo.png')
    const answer = await ask(path, { method: 'PUT', body: form })
    const { status, body: sent } = await system().read<Profile>('PUT', path, answer)
    expect(status).toBe(200)
    expect(await shownBytes(sent.pictureUrl)).toEqual(Buffer.from(png))

    const other = await system().call<Fault>('PUT', path, { body: { file: pdf.id } })
    expect(other).toMatchObject({ status: 400, body: { errors: [{ path: 'file' }] } })
    for (const [body, field] of [
      [{}, 'content'],
      [{ file: kept.id, content: '/9j/' }, 'file'],
    ]) {
      const refused = await system().call<Fault>('PUT', path, { body })
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
    }
    const template = { name: 'pictured', language: 'en', category: 'UTILITY', body: 'Your parcel has come.' }
    const header = { media: { file: kept.id } }
    const templates = `/v1/numbers/${system().account.number}/templates`
    const made = await system().ok<{ components: object[] }>('POST', templates, { body: { ...template, header } })
    expect(made.components[0]).toMatchObject({ type: 'HEADER', format: 'IMAGE' })

    const missing = await system().call<Fault>('PUT', path, { body: { file: newId('file') } })
    expect(missing).toMatchObject({ status: 422, body: { errorCode: 'file:not_found', errors: [{ path: 'file' }] } })
  })

  test('files: what lies about its type, is too large, or is of no type the provider takes is refused', async () => {
    const lie = await upload(new Uint8Array(Buffer.from('%PDF-1.7')), { 'Content-Type': 'image/png' })
    expect(lie.status).toBe(415)
    expect(((await lie.json()) as Fault).errorCode).toBe('file:unsupported_type')
    const huge = await upload(videoOf(17), { 'Content-Type': 'video/mp4' }).catch(() => null)
    if (huge) expect(huge.status).toBe(413)
    expect((await ask('/readyz')).status).toBe(200)
  })
}
