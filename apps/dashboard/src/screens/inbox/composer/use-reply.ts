import type { MessagesSendInput } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api/client.ts'
import { useSend } from '../data.ts'

/** An answer that a person wants to send. */
export type Reply = { text: string; file: File | undefined; quote: string | undefined }

/** Sends answers to a chat. The same answer keeps its key, so that a second click or a lost answer sends it once. */
export function useReply(workspace: string, chat: string) {
  const send = useSend(workspace)
  const attempt = useRef({ content: '', key: '', file: '' })
  const mutation = useMutation({
    mutationFn: async (reply: Reply) => {
      const content = JSON.stringify([
        reply.text,
        reply.file?.name,
        reply.file?.size,
        reply.file?.lastModified,
        reply.quote,
      ])
      if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID(), file: '' }
      if (reply.file && attempt.current.file === '') {
        const stored = await api.files.create({ file: reply.file, filename: reply.file.name } as never)
        attempt.current.file = stored.id
      }
      const input = inputOf(chat, reply, attempt.current.file)
      await send.mutateAsync({ ...input, key: attempt.current.key })
      attempt.current = { content: '', key: '', file: '' }
    },
  })
  const sendReply = (reply: Reply) =>
    mutation.mutateAsync(reply).then(
      () => true,
      () => false,
    )
  return { send: sendReply, error: mutation.error, isPending: mutation.isPending }
}

function inputOf(chat: string, { text, file, quote }: Reply, stored: string): MessagesSendInput {
  const media = file
    ? { media: { file: stored, ...(file.type.startsWith('image/') ? {} : { filename: file.name }) } }
    : {}
  return {
    chat,
    ...(text === '' ? {} : { message: text }),
    ...media,
    ...(quote === undefined ? {} : { quote }),
  } as MessagesSendInput
}
