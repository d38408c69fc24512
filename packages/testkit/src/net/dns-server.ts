import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** IPv4 addresses of a name; `servfail` and `silence` are what broken servers do. Other names do not exist. */
type Zone = Record<string, string[] | 'servfail' | 'silence'>

/** A DNS server on 127.0.0.1 that answers what the test says, from the next question on. */
export async function startDnsServer(zone: Zone): Promise<AsyncDisposable & { address: string; questions: string[] }> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    if (type === 1) questions.push(name)
    const known = zone[name]
    if (known === 'silence') return
    const addresses = Array.isArray(known) && type === 1 ? known : []
    const code = known === undefined ? 3 : known === 'servfail' ? 2 : 0
    socket.send(answerTo(query.subarray(0, end), addresses, code), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, addresses: string[], code: number): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, ...records])
}
