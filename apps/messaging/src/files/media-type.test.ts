import { describe, expect, it } from 'vitest'
import { isClaimTrue, isText, type MediaType, mediaTypeOf, type Sample } from './media-type.ts'

async function sample(text: string): Promise<Sample> {
  const bytes = Buffer.from(text, 'latin1')
  const parts = async function* () {
    for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3)
  }
  return { head: bytes, tail: bytes, isText: await isText(parts()) }
}

const archiveEnd = `PK\x05\x06${'\x00'.repeat(18)}`

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('the type of a file', () => {
  it.each<[string, { content: string; filename?: string; mime?: string }, string | null]>([
    ['JPEG', { content: '\xFF\xD8\xFF\xE0' }, 'image/jpeg'],
    ['PNG', { content: '\x89PNG\r\n\x1A\n' }, 'image/png'],
    ['WebP', { content: 'RIFF\x00\x00\x00\x00WEBPVP8 ' }, 'image/webp'],
    ['MP4', { content: '\x00\x00\x00\x18ftypisom' }, 'video/mp4'],
    ['3GP', { content: '\x00\x00\x00\x18ftyp3gp4' }, 'video/3gpp'],
    ['M4A', { content: '\x00\x00\x00\x18ftypM4A ' }, 'audio/mp4'],
    ['Ogg with Opus', { content: `OggS\x00${'\x00'.repeat(23)}OpusHead` }, 'audio/ogg'],
    ['Ogg with Vorbis', { content: `OggS\x00${'\x00'.repeat(23)}\x01vorbis` }, null],
    ['AMR', { content: '#!AMR\n' }, 'audio/amr'],
    ['MP3 with tag', { content: 'ID3\x03' }, 'audio/mpeg'],
    ['MP3', { content: '\xFF\xFB\x90\x00' }, 'audio/mpeg'],
    ['AAC', { content: '\xFF\xF1\x50\x80' }, 'audio/aac'],
    ['MP1', { content: '\xFF\xFF\x90\x00' }, null],
    ['text in UTF-16', { content: '\xFF\xFEh\x00i\x00' }, null],
    ['PDF', { content: '%PDF-1.7' }, 'application/pdf'],
    ['an old spreadsheet', { content: '\xD0\xCF\x11\xE0', filename: 'a.XLS' }, 'application/vnd.ms-excel'],
    [
      'an old document by its claim',
      { content: '\xD0\xCF\x11\xE0', mime: 'application/x-msword' },
      'application/msword',
    ],
    ['an archive', { content: 'PK\x03\x04', filename: 'a.zip' }, null],
    ['an office document', { content: `PK\x03\x04[Content_Types].xml${archiveEnd}`, filename: 'a.xlsx' }, sheet],
    [
      'an archive that calls itself a document',
      { content: `PK\x03\x04virus.exe${archiveEnd}`, filename: 'a.docx' },
      null,
    ],
    ['a picture that is an archive too', { content: `\xFF\xD8\xFF\xE0 PK\x03\x04${archiveEnd}` }, null],
    ['a document with a script at its beginning', { content: '%PDF-1.7 <script>alert(1)</script>' }, null],
    ['SVG', { content: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', filename: 'a.txt' }, null],
    ['HTML after a space', { content: ' \n<!doctype html><p>', filename: 'a.txt' }, null],
    ['letters of several bytes', { content: '\xC3\xA4\xF0\x9F\x8E\xBA' }, 'text/plain'],
    ['half a letter at the end', { content: 'abc\xF0\x9F' }, null],
    ['text', { content: 'words', filename: 'a.jpg' }, 'text/plain'],
    ['a program', { content: 'MZ\x00', filename: 'a.pdf' }, null],
    ['GIF', { content: 'GIF89a\x00' }, null],
    ['HEIC', { content: '\x00\x00\x00\x18ftypheic', filename: 'IMG_1.HEIC' }, null],
    ['AVIF', { content: '\x00\x00\x00\x18ftypavif' }, null],
    ['QuickTime', { content: '\x00\x00\x00\x14ftypqt  ', filename: 'a.mov' }, null],
    ['MP4 of a phone', { content: '\x00\x00\x00\x18ftypmp42' }, 'video/mp4'],
    ['MP4 with a brand nobody knows', { content: '\x00\x00\x00\x18ftypMSNV' }, 'video/mp4'],
    ['nothing', { content: '' }, null],
  ])('is told by its bytes: %s', async (_name, { content, ...claim }, mime) => {
    expect(mediaTypeOf(await sample(content), claim)?.mime ?? null).toBe(mime)
  })

  const claims: [mime: string, MediaType['kind'], claims: string][] = [
    ['image/jpeg', 'image', 'image/jpg image/pjpeg IMAGE/JPG'],
    ['image/png', 'image', 'image/x-png'],
    ['image/webp', 'sticker', 'image/x-webp'],
    ['video/mp4', 'video', 'video/x-m4v video/mpeg4 application/mp4'],
    ['video/3gpp', 'video', 'video/3gp audio/3gpp'],
    ['audio/ogg', 'audio', 'audio/opus;codecs=opus audio/x-opus+ogg audio/x-wav application/ogg'],
    ['audio/mpeg', 'audio', 'audio/mp3 audio/x-mpeg audio/x-mp3 audio/mpeg3'],
    ['audio/mp4', 'audio', 'audio/m4a audio/x-m4a audio/mp4a-latm'],
    ['audio/aac', 'audio', 'audio/x-aac audio/aacp'],
    ['audio/amr', 'audio', 'audio/AMR-NB'],
    ['application/pdf', 'document', 'application/x-pdf application/acrobat'],
    ['application/msword', 'document', 'application/x-msword application/vnd.ms-word'],
    ['application/vnd.ms-excel', 'document', 'application/excel application/x-msexcel'],
    ['application/vnd.ms-powerpoint', 'document', 'application/mspowerpoint'],
    [sheet, 'document', 'application/x-zip-compressed application/vnd.ms-excel application/zip'],
    ['text/plain', 'document', 'Text/CSV application/json application/csv application/vnd.ms-excel'],
  ]
  it.each(claims)('may be claimed in other words or not at all: %s', (mime, kind, others) => {
    const nothing = ['', 'application/octet-stream', 'binary/octet-stream', 'application/force-download', undefined]
    const named = [mime, ...others.split(' '), ...nothing]
    expect(named.filter((claim) => !isClaimTrue(claim, { mime, kind }))).toEqual([])
  })

  it.each([
    ['video/mp4', 'audio/ogg', 'audio'],
    ['text/html', 'application/pdf', 'document'],
    ['image/png', 'image/jpeg', 'image'],
    ['image/jpg', 'image/png', 'image'],
    ['application/zip', 'application/pdf', 'document'],
    ['application/x-pdf', 'text/plain', 'document'],
    ['application/msword', sheet, 'document'],
  ] as const)('may not be claimed as another: %s for %s', (claim, mime, kind) => {
    expect(isClaimTrue(claim, { mime, kind })).toBe(false)
  })
})
