import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * Addresses by name. IPv6 addresses are in hex groups without `::`, or `::ffff:` followed by IPv4. `servfail` and `silence` simulate broken
 * servers. `through`: number of aliases before the addresses. Other names don't exist.
 */
type Zone = Record<string, string[] | 'servfail' | 'silence' | { through: number; to: string[] }>

const recordTypes = { ipv4: 1, alias: 5, ipv6: 28 }

/** Maximum size of a response over UDP, in bytes. Larger responses need TCP. */
const datagramMax = 1_232

/**
 * Starts a DNS server, over UDP and TCP. The test can change `zone` at any time, as an attacker does with a name that first leads to an
 * allowed address. By default, it uses a free port on 127.0.0.1. `questions`: the names whose IPv4 addresses it was asked for.
 */
export async function startDnsServer(
  zone: Zone,
  { host = '127.0.0.1', port: wanted = 0 } = {},
): Promise<AsyncDisposable & { address: string; questions: string[] }> {
  const questions: string[] = []
  const answerOf = (query: Buffer): Buffer | undefined => {
    const { name, type, end } = questionOf(query)
    if (type === recordTypes.ipv4) questions.push(name)
    const entry = zone[name]
    if (entry === 'silence') return undefined
    const responseCode = entry === undefined ? 3 : entry === 'servfail' ? 2 : 0
    const records = typeof entry === 'object' ? recordsOf(name, type, entry) : []
    return answerTo(query.subarray(0, end), records, responseCode)
  }
  const tcp = await listeningOverTcp(answerOf, { host, port: wanted })
  const { port } = tcp.server.address() as AddressInfo
  const udp = createSocket('udp4')
  udp.on('message', (query, from) => {
    const answer = answerOf(query)
    if (answer === undefined) return
    const fits = answer.length <= datagramMax
    udp.send(fits ? answer : truncated(query), from.port, from.address)
  })
  await new Promise<void>((resolve) => udp.bind(port, host, resolve))
  return {
    address: `${host}:${port}`,
    questions,
    async [Symbol.asyncDispose]() {
      for (const socket of tcp.sockets) socket.destroy()
      await new Promise((resolve) => tcp.server.close(resolve))
      await new Promise<void>((resolve) => udp.close(() => resolve()))
    },
  }
}

/** Starts the part of the server that answers over TCP, where each message is preceded by its length in two bytes. */
async function listeningOverTcp(
  answerOf: (query: Buffer) => Buffer | undefined,
  place: { host: string; port: number },
) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (bytes) => {
      const answer = answerOf(bytes.subarray(2))
      if (answer === undefined) return
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      socket.write(Buffer.concat([length, answer]))
    })
  })
  await new Promise<void>((resolve) => server.listen(place, resolve))
  return { server, sockets }
}

/** Reads the name and type that a query asks for, and where the question ends. The header before it has 12 bytes. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Encodes a name as in DNS messages: the length of each label before the label, and a zero at the end. */
function encoded(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** Encodes one answer of a DNS response. `type`: the number of the record type. `data`: an address, or the encoded name of an alias. */
function record(name: string, type: number, data: Buffer): Buffer {
  // The type, class 1 (Internet), a lifetime of 0 so that nothing is cached, and the length.
  const head = Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([encoded(name), head, data])
}

/** Returns the addresses of the requested kind, after the aliases that lead to them. */
function recordsOf(name: string, type: number, entry: string[] | { through: number; to: string[] }): Buffer[] {
  const { through, to } = Array.isArray(entry) ? { through: 0, to: entry } : entry
  const names = [name, ...Array.from({ length: through }, (_, i) => `n${i}.${name}`)]
  const aliases = names.slice(1).map((next, i) => record(names[i] ?? name, recordTypes.alias, encoded(next)))
  const last = names.at(-1) ?? name
  const addresses = to.filter((address) => type === (address.includes(':') ? recordTypes.ipv6 : recordTypes.ipv4))
  return addresses.length === 0 ? [] : [...aliases, ...addresses.map((address) => record(last, type, bytesOf(address)))]
}

/** Returns the 4 or 16 bytes of an address. Knows `::ffff:1.2.3.4`, but no other abbreviation, because tests use none. */
function bytesOf(address: string): Buffer {
  const [, mapped] = address.split('::ffff:')
  if (mapped !== undefined) return Buffer.concat([Buffer.alloc(10), Buffer.from([255, 255]), bytesOf(mapped)])
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  return Buffer.from(
    address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  )
}

/** Returns a response with the query's header and question. `responseCode`: 0 for success, 2 for SERVFAIL, 3 for NXDOMAIN. */
function answerTo(queryHead: Buffer, records: Buffer[], responseCode: number): Buffer {
  const head = Buffer.from(queryHead)
  head.writeUInt16BE(0x8180 | responseCode, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, ...records])
}

/** Returns the response that makes a client ask again over TCP. */
function truncated(query: Buffer): Buffer {
  const answer = answerTo(query.subarray(0, questionOf(query).end), [], 0)
  // The flags say: a response (0x8000), truncated (0x0200), recursion desired (0x0100) and available (0x0080).
  answer.writeUInt16BE(0x8380, 2)
  return answer
}
