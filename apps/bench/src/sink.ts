import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Responds 200 as fast as possible. Reports how many requests it received, how many of them were about read messages, when the first and
// last arrived, and the bodies of the first few.
const keptMax = 2_000
let [count, read, firstAtMs, lastAtMs] = [0, 0, 0, 0]
const kept: string[] = []
const server = createServer((req, res) => {
  let body = ''
  req.setEncoding('utf8')
  req.on('data', (text: string) => (body += text))
  req.on('end', () => {
    lastAtMs = Date.now()
    if (count === 0) firstAtMs = lastAtMs
    count += 1
    if (body.includes('"ack":"read"')) read += 1
    if (kept.length < keptMax) kept.push(body)
    res.writeHead(200).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (question: { kept?: boolean; reset?: boolean }) => {
  process.send?.({ count, read, firstAtMs, lastAtMs, kept: question.kept ? kept : [] })
  if (question.reset) {
    count = 0
    read = 0
    kept.length = 0
  }
})
process.once('disconnect', () => process.exit(0))
